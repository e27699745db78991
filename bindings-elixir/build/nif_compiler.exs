defmodule Mix.Tasks.Compile.BoardwrightNif do
  @moduledoc """
  Builds the native library with cargo and puts it into `priv/native` of the
  application, where `Boardwright.Native.Library` loads it from.

  Cargo is asked only when one of the Rust sources, the features or the toolchain's
  environment changed since the last build. The environment can say:

    * `CARGO` - which cargo to run
    * `CARGO_TARGET_DIR` - where cargo builds; the repository's `target` if unset
    * `CARGO_BUILD_TARGET` - for which platform, as cargo itself has it
    * `BOARDWRIGHT_FEATURES` - features to build with, separated by commas or
      spaces; in the environment `:test` there is always `test-games` besides
    * `BOARDWRIGHT_PROFILE` - cargo's profile, `release` if unset
    * `BOARDWRIGHT_BUILD` - `1` to build it in any case

  Nothing is built where a precompiled library is taken: by a package of which it is said where
  they are, in an application that depends on `rustler_precompiled`.
  """

  use Mix.Task.Compiler

  @recursive true
  @package "boardwright-nif"
  @library "boardwright_nif"
  # A package has the Rust sources beside `mix.exs`, a checkout a folder above.
  @packaged File.exists?(Path.expand("../Cargo.lock", __DIR__))
  @top Path.expand(if(@packaged, do: "..", else: "../.."), __DIR__)

  # What cargo reads, below the top of the repository.
  @sources [
    "Cargo.{toml,lock}",
    ".cargo/config.toml",
    "rust-toolchain*",
    "core/**/Cargo.toml",
    "core/**/{benches,src}/**/*",
    "bindings-elixir/native/**/*",
    "native/**/*"
  ]

  @doc "The folder of the Rust sources, and true in a package."
  @spec sources :: {Path.t(), boolean}
  def sources, do: {@top, @packaged}

  @doc "The files that cargo reads, below that folder."
  @spec files :: [Path.t()]
  def files do
    found = for pattern <- @sources, file <- Path.wildcard(Path.join(@top, pattern)), do: file
    for file <- Enum.sort(found), File.regular?(file), do: Path.relative_to(file, @top)
  end

  @doc "True if the library is not built, but taken from `url`."
  @spec precompiled?(String.t() | nil) :: boolean
  def precompiled?(url) do
    url != nil and @packaged and Code.ensure_loaded?(RustlerPrecompiled) and
      System.get_env("BOARDWRIGHT_BUILD", "") in ["", "0"]
  end

  @impl true
  def run(_args) do
    features = features()
    state = fingerprint(features)

    cond do
      precompiled?(Application.get_env(:boardwright, :precompiled)) ->
        {:noop, []}

      File.exists?(installed()) and File.read(manifest()) == {:ok, state} ->
        {:noop, []}

      true ->
        build(features)
        install()
        File.mkdir_p!(Path.dirname(manifest()))
        File.write!(manifest(), state)
        {:ok, []}
    end
  end

  @impl true
  def manifests, do: [manifest()]

  @impl true
  def clean do
    File.rm(manifest())
    File.rm(installed())
    :ok
  end

  defp manifest, do: Path.join(Mix.Project.manifest_path(), "compile.boardwright_nif")

  # Each environment of Mix has a library of its own: they differ in features.
  defp installed do
    suffix = if match?({:win32, _}, :os.type()), do: ".dll", else: ".so"
    Path.join([Mix.Project.app_path(), "priv", "native", @library <> suffix])
  end

  defp features do
    given = String.split(System.get_env("BOARDWRIGHT_FEATURES", ""), [",", " "], trim: true)
    own = if Mix.env() == :test, do: ["test-games"], else: []
    Enum.sort(Enum.uniq(own ++ given))
  end

  # That of what is packaged, unless a checkout says otherwise.
  defp profile, do: System.get_env("BOARDWRIGHT_PROFILE", "release")

  defp fingerprint(features) do
    stats =
      for file <- files() do
        stat = File.stat!(Path.join(@top, file))
        {file, stat.size, stat.mtime}
      end

    environment = Enum.map(["RUSTFLAGS", "CARGO_BUILD_TARGET"], &System.get_env/1)
    :erlang.md5(:erlang.term_to_binary({stats, features, profile(), environment}))
  end

  defp build(features) do
    Mix.shell().info("Compiling #{@package} with cargo")
    flags = if features == [], do: [], else: ["--features", Enum.join(features, ",")]

    arguments = [
      "build",
      "--profile",
      profile(),
      "-p",
      @package,
      "--target-dir",
      target_dir() | flags
    ]

    options = [cd: @top, stderr_to_stdout: true, into: IO.stream(:stdio, :line)]

    case System.cmd(cargo(), arguments, options) do
      {_, 0} ->
        :ok

      {_, status} ->
        Mix.raise("cargo could not build #{@package} (exit code #{status}), see above")
    end
  end

  defp cargo do
    name = System.get_env("CARGO", "cargo")

    System.find_executable(name) ||
      Mix.raise(
        "#{name} was not found, and boardwright is built with it: install Rust " <>
          "from https://rustup.rs, or say where cargo is in the variable CARGO"
      )
  end

  defp target_dir, do: Path.expand(System.get_env("CARGO_TARGET_DIR", "target"), @top)

  # Cargo's name for the library, by the platform it was built for.
  defp built do
    triple = System.get_env("CARGO_BUILD_TARGET", "")
    names = ["lib#{@library}.so", "lib#{@library}.dylib", "#{@library}.dll"]
    folder = Path.join([target_dir(), triple, profile()])

    Enum.find(Enum.map(names, &Path.join(folder, &1)), &File.exists?/1) ||
      Mix.raise(
        "cargo has built #{@package}, but there is none of #{Enum.join(names, ", ")} in #{folder}"
      )
  end

  # A running system may have the old file mapped, so it is replaced as a whole.
  defp install do
    File.mkdir_p!(Path.dirname(installed()))
    temporary = "#{installed()}.#{System.pid()}"
    File.cp!(built(), temporary)
    File.rename!(temporary, installed())
  end
end
