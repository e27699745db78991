defmodule Boardwright.Native.Loading do
  @moduledoc false
  # The file from which the native library is loaded: the one that was built, or one that was fetched.

  alias Mix.Tasks.Compile.BoardwrightNif

  defmacro __using__(_options) do
    url = Application.compile_env(__CALLER__, :boardwright, :precompiled, nil)

    if BoardwrightNif.precompiled?(url) do
      quote do
        use RustlerPrecompiled,
          otp_app: :boardwright,
          crate: "boardwright_nif",
          base_url: unquote(url),
          version: unquote(Mix.Project.config()[:version]),
          force_build: false,
          nif_versions: ["2.15"]
      end
    else
      quote do
        @on_load :load

        def load do
          file = :filename.join(:code.priv_dir(:boardwright), 'native/boardwright_nif')
          :erlang.load_nif(file, 0)
        end
      end
    end
  end
end
