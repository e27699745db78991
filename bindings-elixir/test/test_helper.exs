# Jobs share one pool that some tests configure, so nothing runs side by side.
ExUnit.start(max_cases: 1, timeout: 300_000)
