defmodule Boardwright.DocsTest do
  @moduledoc "Faults of texts that `mix docs` would complain of, and those that it would not see."
  use ExUnit.Case, async: true

  @top Path.expand("..", __DIR__)
  @pages ["README.md" | Path.wildcard("guides/*.md")]

  # The modules of the library, each with the text about it and those about its functions.
  defp documented do
    for module <- Application.spec(:boardwright, :modules),
        to_string(module.module_info(:compile)[:source]) =~ "/bindings-elixir/lib/",
        {:docs_v1, _, _, _, text, _, entries} = Code.fetch_docs(module),
        text != :hidden and not function_exported?(module, :__impl__, 1),
        do: {module, text, entries}
  end

  defp texts do
    of_modules =
      for {module, text, entries} <- documented(),
          {about, %{"en" => text}} <-
            [{inspect(module), text} | for({at, _, _, text, _} <- entries, do: {at, text})],
          do: {module, "#{inspect(module)}, #{inspect(about)}", text}

    pages = for page <- @pages, do: {Boardwright, page, File.read!(Path.join(@top, page))}
    of_modules ++ pages
  end

  test "every module, and all that it offers, is documented and has its types" do
    assert length(documented()) > 20

    missing =
      for {module, text, entries} <- documented(),
          {:ok, specs} = Code.Typespec.fetch_specs(module),
          specs = Keyword.new(specs, fn {{name, arity}, _} -> {name, arity} end),
          wrong <-
            if(is_map(text), do: [], else: [:moduledoc]) ++
              for({at, _, _, :none, _} <- entries, elem(at, 0) != :type, do: {at, :doc}) ++
              for(
                {{:function, name, arity}, _, _, %{}, _} <- entries,
                {name, arity} not in [{:child_spec, 1} | specs],
                do: {name, arity, :spec}
              ),
          do: {module, wrong}

    assert missing == []
  end

  test "functions and types that are named in texts exist" do
    named = ~r/`([ct]:)?(?:([A-Z][\w.]*)\.)?([a-z_]\w*[!?]?)\/(\d+)`/

    unknown =
      for {module, where, text} <- texts(),
          [_, kind, of, name, arity] <- Regex.scan(named, text),
          of = if(of == "", do: [module, Kernel], else: [Module.concat([of])]),
          at = {String.to_atom(name), String.to_integer(arity)},
          not Enum.any?(of, &exists?(kind, &1, at)),
          do: {where, "#{kind}#{inspect(hd(of))}.#{name}/#{arity}"}

    assert unknown == []
  end

  defp exists?(kind, module, {name, arity}) do
    case {Code.ensure_loaded(module), kind} do
      {{:error, _}, _} ->
        false

      {{:module, _}, "t:"} ->
        {:ok, types} = Code.Typespec.fetch_types(module)
        Enum.any?(types, &match?({_, {^name, _, args}} when length(args) == arity, &1))

      {{:module, _}, "c:"} ->
        {name, arity} in module.behaviour_info(:callbacks)

      {{:module, _}, ""} ->
        function_exported?(module, name, arity) or macro_exported?(module, name, arity)
    end
  end

  test "modules that are named in texts exist" do
    named = ~r/`(Boardwright(?:\.[A-Z]\w*)+)`/

    unknown =
      for {_, where, text} <- texts(),
          [_, name] <- Regex.scan(named, text),
          not Code.ensure_loaded?(Module.concat([name])),
          do: {where, name}

    assert unknown == []
  end

  test "blocks of code are closed, and links lead somewhere" do
    for {_, where, text} <- texts(),
        do: assert(rem(length(Regex.scan(~r/^```/m, text)), 2) == 0, where)

    broken =
      for page <- @pages,
          folder = Path.dirname(Path.join(@top, page)),
          [_, link] <- Regex.scan(~r/\]\(([^)\s]+)\)/, File.read!(Path.join(@top, page))),
          not (link =~ ~r/^https?:/),
          not leads?(folder, page, String.split(link, "#", parts: 2)),
          do: {page, link}

    assert broken == []
  end

  defp leads?(folder, page, ["" | anchor]),
    do: leads?(folder, page, [Path.basename(page) | anchor])

  defp leads?(folder, _page, [file]), do: File.exists?(Path.join(folder, file))

  defp leads?(folder, _page, [file, anchor]) do
    with {:ok, text} <- File.read(Path.join(folder, file)) do
      headings = Regex.scan(~r/^#+ (.*)$/m, text, capture: :all_but_first)
      anchor in Enum.map(headings, fn [heading] -> slug(heading) end)
    else
      _ -> false
    end
  end

  defp slug(heading) do
    heading
    |> String.downcase()
    |> String.replace(~r/[^\w\- ]/u, "")
    |> String.replace(" ", "-")
  end
end
