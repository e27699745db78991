# The pages of the package as documentation of a module each, so that what stands in them is run.
pages =
  for pattern <- ["README.md", "guides/*.md"],
      page <- Path.wildcard(Path.join(Path.expand("../..", __DIR__), pattern)) do
    module = Module.concat(Boardwright.Pages, page |> Path.basename(".md") |> Macro.camelize())

    defmodule module do
      @external_resource page
      @moduledoc File.read!(page)
    end

    module
  end

defmodule Boardwright.Pages do
  @moduledoc "The modules of the pages."

  @pages pages
  @doc "All of them."
  def all, do: @pages
end
