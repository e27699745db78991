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

  test "the guide's steps replace the library by another file, while jobs run" do
    guide = File.read!(Path.expand("../guides/upgrades.md", __DIR__))
    [_, step] = Regex.run(~r/```elixir\n(.*?)```/s, guide)
    folder = Path.join(System.tmp_dir!(), "boardwright-upgrade-#{System.pid()}")
    on_exit(fn -> File.rm_rf!(folder) end)
    new = Path.join(folder, "boardwright-9.9.9")
    File.mkdir_p!(new)
    File.cp_r!(Mix.Project.app_path(), new)

    assert {"refused, 1000 threads, replaced, 2 moves, gone, answered\n", 0} =
             run("""
             Logger.configure(level: :none)
             #{step}
             :ok = Boardwright.configure(threads: 1000)
             {:error, :on_load_failure} = :code.load_file(Boardwright.Native.Library)
             IO.write("refused, ")
             IO.write("\#{Boardwright.statistics()["threads"]} threads, ")
             state = Boardwright.start!("chess")
             saved = state |> Boardwright.play_many!(~w(e2e4 e7e5)) |> Boardwright.save()
             {:ok, ref} = Boardwright.perft_async(state, 6)
             replace.(#{inspect(new)})
             if Boardwright.statistics()["threads"] != 1000, do: IO.write("replaced, ")
             IO.write("\#{length(Boardwright.moves(Boardwright.load!(saved)))} moves, ")

             try do
               Boardwright.legal_moves(state)
             rescue
               ArgumentError -> IO.write("gone, ")
             end

             receive do: ({:boardwright, ^ref, {:ok, 119_060_324}} -> IO.puts("answered"))
             System.halt(0)
             """)
  end

  test "the pool is as the application's environment says" do
    configured = fn env ->
      ebin = Path.join(Mix.Project.app_path(), "ebin")

      code =
        "{:ok, _} = Application.ensure_all_started(:boardwright); s = Boardwright.statistics(); " <>
          "IO.puts(~s(\#{s[\"threads\"]} \#{s[\"max_queue\"]} \#{s[\"hash_mb\"]}))"

      arguments = Enum.flat_map(env, fn {key, value} -> ["-boardwright", key, value] end)
      erl = ["--erl", Enum.join(arguments, " "), "-pa", ebin, "-e", code]
      System.cmd("elixir", erl, stderr_to_stdout: true)
    end

    assert {"3 77 64\n", 0} =
             configured.([{"threads", "3"}, {"max_queue", "77"}, {"hash_mb", "64"}])

    {output, status} = configured.([{"threads", "none"}])
    assert status != 0
    assert output =~ "config :boardwright, threads: takes an integer from 1"
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
