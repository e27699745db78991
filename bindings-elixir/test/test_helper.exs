# Jobs share one pool that some tests configure, so nothing runs side by side.
# What is waited for comes some time, however busy the machine is.
ExUnit.start(max_cases: 1, timeout: 600_000, assert_receive_timeout: 120_000)
