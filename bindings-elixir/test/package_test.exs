defmodule Boardwright.PackageTest do
  @moduledoc """
  The package: what it holds, and that it is built, as a whole and as a dependency of a new project, from
  a folder, from a repository, within a release and with a library that was built before. The long
  form (`make test-full`) builds them; the short one looks at files.
  """
  use ExUnit.Case, async: false

  alias Mix.Tasks.Boardwright.Package

  @moduletag :tmp_dir
  @moduletag timeout: :infinity
  @repository Path.expand("../..", __DIR__)
  @project Mix.Project.config()
  # Written once libraries are built elsewhere.
  @checksums "checksum-*.exs"

  defp laid_out(folder) do
    package = Path.join(folder, "package")
    :ok = File.mkdir_p(package)
    Package.run([package])
    package
  end

  defp below(folder) do
    for file <- Path.wildcard(Path.join(folder, "**"), match_dot: true),
        File.regular?(file),
        do: Path.relative_to(file, folder)
  end

  test "the package holds what it is built from and no more", %{tmp_dir: folder} do
    package = laid_out(folder)
    files = below(package)
    top = files |> Enum.map(&hd(Path.split(&1))) |> Enum.uniq() |> Enum.sort()
    assert top == Enum.sort(@project[:package][:files] -- [@checksums])

    wanted =
      ~w(build/nif_compiler.exs lib/boardwright.ex lib/boardwright/table_server.ex) ++
        ~w(native/boardwright_nif/src/lib.rs core/boardwright/src/lib.rs .cargo/config.toml) ++
        ~w(core/games/chess/src/eval/chess.net guides/installing.md)

    assert wanted -- files == []
    foreign = ~r/_test\.exs$|\.(so|dylib|dll|beam)$|^(test|bench)|bindings-|package\.exs$/
    assert Enum.filter(files, &(&1 =~ foreign)) == []
    assert files |> Enum.map(&File.stat!(Path.join(package, &1)).size) |> Enum.sum() < 10_000_000

    manifest = File.read!(Path.join(package, "Cargo.toml"))
    [_, members] = Regex.run(~r/members = \[(.*?)\]/s, manifest)
    members = for [_, member] <- Regex.scan(~r/"(.*?)"/, members), do: member
    crates = for file <- files, Path.basename(file) == "Cargo.toml", do: Path.dirname(file)
    assert Enum.sort(members) == Enum.sort(crates -- ["."])
    assert_raise Mix.Error, ~r/not empty/, fn -> Package.run([package]) end
  end

  test "the package says what it is" do
    assert @project[:description] =~ "chess"
    assert @project[:version] == Boardwright.version()
    assert Enum.sort(@project[:package][:licenses]) == ["Apache-2.0", "MIT"]
    # Nothing is needed but Elixir.
    assert @project[:deps] == []
    for page <- @project[:docs][:extras], do: assert(File.regular?(page))
  end

  @full System.get_env("BOARDWRIGHT_FULL") == "1"
  @long if(@full, do: [], else: [skip: "builds the core: BOARDWRIGHT_FULL"])

  # A new project in an empty folder, with its dependencies as text.
  defp new(folder, name, deps, config \\ "") do
    home = Path.join(folder, name)
    {_, 0} = System.cmd("mix", ["new", home, "--sup"], env: [{"MIX_ENV", nil}])
    mix = Path.join(home, "mix.exs")
    File.write!(mix, String.replace(File.read!(mix), "# {:dep_from_hexpm, \"~> 0.3.0\"},", deps))
    File.mkdir_p!(Path.join(home, "config"))
    File.write!(Path.join(home, "config/config.exs"), "import Config\n" <> config)
    home
  end

  # Neither the features nor the folders of these tests, but their profile, and what is built stays.
  defp mix(home, arguments, more \\ []) do
    env =
      [
        {"MIX_ENV", "prod"},
        {"MIX_BUILD_PATH", nil},
        {"BOARDWRIGHT_FEATURES", nil},
        {"BOARDWRIGHT_PROFILE", "checkout"},
        {"CARGO_TARGET_DIR", nil}
      ] ++ more

    System.cmd("mix", arguments, cd: home, env: env, stderr_to_stdout: true)
  end

  @check ~S"""
  names = for game <- Boardwright.games(), do: game["name"]
  true = "chess" in names and "phantom-tic-tac-toe" not in names
  {:ok, bot} = Boardwright.Bot.new("search", game: "crazyhouse")
  {:ok, _} = Boardwright.Bot.decide(bot, Boardwright.start!("crazyhouse"), nodes: 500)
  {:ok, server} = Boardwright.TableServer.start_link(game: "chess")
  {:ok, _} = Boardwright.TableServer.seat_call(server, 0, "commit", %{"move" => "e2e4"})
  IO.puts("threads #{Boardwright.statistics()["threads"]}")
  """

  defp checked(home, more \\ []) do
    {output, status} = mix(home, ["run", "-e", @check], more)
    assert status == 0, output
    output
  end

  @tag @long
  test "a project that has it in a folder has it in a release", %{tmp_dir: folder} do
    deps = ~s({:boardwright, path: "#{@repository}/bindings-elixir"})
    home = new(folder, "by_path", deps, "config :boardwright, threads: 3\n")
    target = [{"CARGO_TARGET_DIR", Path.join(@repository, "target")}]
    assert checked(home, target) =~ "threads 3"
    {output, status} = mix(home, ["release"], target)
    assert status == 0, output
    program = Path.join(home, "_build/prod/rel/by_path/bin/by_path")
    # The applications are not started there.
    code = "{:ok, _} = Application.ensure_all_started(:boardwright)\n" <> @check
    # Elsewhere than where it was built.
    moved = Path.join(folder, "moved")
    File.rename!(Path.join(home, "_build/prod/rel/by_path"), moved)
    File.rm_rf!(home)
    refute File.exists?(program)
    {output, status} = System.cmd(Path.join(moved, "bin/by_path"), ["eval", code])
    assert status == 0, output
    assert output =~ "threads 3"
  end

  @tag @long
  test "a project that has it from a repository builds it", %{tmp_dir: folder} do
    origin = Path.join(folder, "origin")
    {_, 0} = System.cmd("git", ["clone", "--quiet", @repository, origin], stderr_to_stdout: true)
    deps = ~s({:boardwright, git: "file://#{origin}", subdir: "bindings-elixir"})
    home = new(folder, "by_git", deps)
    {output, status} = mix(home, ["deps.get"])
    assert status == 0, output
    checked(home)
  end

  @tag @long
  test "a package is built, and takes a library that was built before", %{tmp_dir: folder} do
    package = laid_out(folder)
    own = ~s({:boardwright, path: "#{package}"})
    built = new(folder, "built", own)
    assert checked(built) =~ "Compiling boardwright-nif with cargo"
    [library] = libraries(built)
    fetcher = fetcher(folder)

    fetched =
      new(
        folder,
        "fetched",
        ~s({:rustler_precompiled, path: "#{fetcher}"}, ) <> own,
        ~s(config :boardwright, precompiled: "#{library}"\n)
      )

    # Without Hex the package cannot say that it comes after this.
    {output, status} = mix(fetched, ["deps.compile", "rustler_precompiled"])
    assert status == 0, output
    refute checked(fetched) =~ "with cargo"
    assert [place] = libraries(fetched)
    assert Path.basename(place) == "fetched.so"
    forced = [{"BOARDWRIGHT_BUILD", "1"}]
    {output, status} = mix(fetched, ["deps.compile", "boardwright", "--force"], forced)
    assert status == 0, output
    assert output =~ "Compiling boardwright-nif with cargo"
    checked(fetched, forced)
  end

  defp libraries(home),
    do: Path.wildcard(Path.join(home, "_build/prod/lib/boardwright/priv/native/*"))

  # A stand-in for the package that fetches libraries, which is not here: of its options, the address is a
  # file.
  @fetcher """
  defmodule RustlerPrecompiled do
    defmacro __using__(options) do
      quote do
        %{crate: "boardwright_nif", otp_app: :boardwright, version: "0." <> _} = options = Map.new(unquote(options))
        false = options.force_build
        folder = Application.app_dir(:boardwright, "priv/native")
        File.mkdir_p!(folder)
        File.cp!(options.base_url, Path.join(folder, "fetched.so"))
        @on_load :load_rustler_precompiled

        def load_rustler_precompiled do
          folder = Application.app_dir(:boardwright, "priv/native")
          :erlang.load_nif(to_charlist(Path.join(folder, "fetched")), 0)
        end
      end
    end
  end
  """

  defp fetcher(folder) do
    home = Path.join(folder, "fetcher")
    {_, 0} = System.cmd("mix", ["new", home, "--app", "rustler_precompiled"])
    File.write!(Path.join(home, "lib/rustler_precompiled.ex"), @fetcher)
    home
  end
end
