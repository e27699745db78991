defmodule Boardwright.SystemTest do
  @moduledoc "What can only be seen in an Erlang system of its own."
  use ExUnit.Case, async: false

  defp run(code) do
    ebin = Path.join(Mix.Project.app_path(), "ebin")
    System.cmd("elixir", ["-pa", ebin, "-e", code], stderr_to_stdout: true)
  end

  test "the system halts while jobs run" do
    assert {"", 0} =
             run("""
             state = Boardwright.start!("chess")
             for _ <- 1..50, do: {:ok, _} = Boardwright.perft_async(state, 30)
             Process.sleep(20)
             System.halt(0)
             """)

    assert {"", 0} =
             run("""
             state = Boardwright.start!("chess")
             for _ <- 1..50, do: {:ok, _} = Boardwright.playouts_async(state, 1_000_000)
             System.stop(0)
             Process.sleep(:infinity)
             """)
  end

  test "the library stays mapped when its module is purged while jobs run" do
    assert {"purged, cancelled, loaded again\n", 0} =
             run("""
             spawn(fn ->
               state = Boardwright.start!("chess")
               for _ <- 1..20, do: Boardwright.perft_async(state, 4)
               Process.sleep(:infinity)
             end)

             Process.sleep(20)
             state = Boardwright.start!("chess")
             {:ok, ref} = Boardwright.perft_async(state, 30)
             true = :code.delete(Boardwright.Native.Library)
             :code.purge(Boardwright.Native.Library)
             :erlang.garbage_collect()
             IO.write("purged, ")

             # The new instance of the module does not know the old one's handles.
             try do
               Boardwright.cancel(ref)
             rescue
               ArgumentError -> IO.write("cancelled, ")
             end

             400 = Boardwright.perft(Boardwright.start!("chess"), 2)
             IO.puts("loaded again")
             System.halt(0)
             """)
  end

  test "without cargo the build says what is missing" do
    path = Path.join(System.tmp_dir!(), "boardwright-build-#{System.pid()}")
    on_exit(fn -> File.rm_rf!(path) end)
    env = [{"CARGO", "no-such-cargo"}, {"MIX_BUILD_PATH", path}, {"MIX_ENV", "dev"}]
    {output, status} = System.cmd("mix", ["compile"], env: env, stderr_to_stdout: true)
    assert status == 1
    assert output =~ "no-such-cargo was not found"
    assert output =~ "install Rust"
  end
end
