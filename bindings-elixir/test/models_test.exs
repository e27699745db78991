defmodule Boardwright.ModelsTest do
  @moduledoc "Language models at tables: the scenarios of every language, against a local server."
  use ExUnit.Case, async: false

  import Boardwright.Scenarios, only: [covers?: 2]

  alias Boardwright.{Error, LanguageModel, ModelServer, Scenarios, Table}

  @scenarios Scenarios.read("models.json")

  for {scenario, i} <- Enum.with_index(@scenarios) do
    test "scenario #{i}: #{scenario["name"]}" do
      scenario = unquote(Macro.escape(scenario))
      {:ok, server} = ModelServer.start(scenario["script"], scenario["models"])
      models = for options <- scenario["players"], do: player(options, server)
      {state, _settings} = Scenarios.set_up(scenario)

      seats =
        Map.new(scenario["seats"], fn
          {seat, %{"model" => at} = who} ->
            bot = LanguageModel.bot(Enum.at(models, at))
            {seat, %{"bot" => bot, "delay" => 0, "name" => who["name"]}}

          other ->
            other
        end)

      {:ok, table} = Table.new(state, seats: seats, seed: 1)

      for step <- scenario["steps"] do
        model = Enum.at(models, Map.get(step, "player", 0))
        check(step, table, model, server)
      end

      :ok = Table.close(table)
      assert ModelServer.unexpected(server) == []
    end
  end

  defp player(options, server) do
    url = ModelServer.url(server)
    endpoints = for endpoint <- options["endpoints"], do: Map.put(endpoint, "base_url", url)
    {:ok, model} = LanguageModel.new(%{options | "endpoints" => endpoints})
    model
  end

  defp check(%{"wait" => true}, table, _model, _server),
    do: assert(:ok = Table.run_bots(table, 60_000))

  defp check(%{"held" => _}, _table, _model, _server), do: assert_receive(:held, 60_000)
  defp check(%{"gone" => _}, _table, _model, _server), do: assert_receive(:gone, 60_000)

  defp check(%{"preflight" => expected}, _table, model, _server),
    do: assert(LanguageModel.preflight(model) == expected)

  defp check(%{"moves" => expected}, table, _model, _server) do
    {:ok, %{"moves" => moves}} = Table.call(table, "moves", %{})
    assert Enum.map(moves, & &1["move"]) == expected
  end

  defp check(%{"failed" => %{"seat" => seat, "reason" => reason}}, table, _model, _server) do
    {:ok, %{"events" => events}} = Table.call(table, "events", %{"seat" => seat})
    failure = Enum.find(events, &(&1["kind"] == "bot_failed"))
    assert %{"reason" => ^reason, "fallback" => fallback} = failure
    assert is_binary(fallback)
  end

  defp check(%{"stats" => expected}, _table, model, _server) do
    # A process that was killed is collected a moment after what it called has gone.
    if expected["cancelled"], do: collected(model, expected["cancelled"])
    stats = LanguageModel.stats(model)
    assert covers?(stats, expected), inspect({expected, stats})
  end

  defp check(%{"transcript" => expected}, _table, model, _server) do
    transcript = LanguageModel.transcript(model)
    assert covers?(transcript, expected), inspect({expected, transcript})
    refute inspect({transcript, model, LanguageModel.stats(model)}) =~ "key-of-"
  end

  defp check(%{"requests" => expected}, _table, _model, server) do
    requests = ModelServer.requests(server)
    assert length(requests) == length(expected)

    for {request, expects} <- Enum.zip(requests, expected) do
      text = request.body <> unescaped(request.body)
      for has <- Map.get(expects, "has", []), do: assert(text =~ has)
      for lacks <- Map.get(expects, "lacks", []), do: refute(text =~ lacks)
      if expects["model"], do: assert(request.model == expects["model"])
      if expects["key"], do: assert(request.key == expects["key"])

      case expects do
        %{"format" => nil} -> refute request.body =~ ~s("response_format")
        %{"format" => format} -> assert request.body =~ ~s("type":"#{format}")
        %{} -> :ok
      end
    end
  end

  defp check(%{"call" => call, "args" => args} = step, table, _model, _server) do
    assert {:ok, got} = Table.call(table, call, args)
    assert covers?(got, Map.get(step, "expect", got)), inspect({step, got})
  end

  defp unescaped(body) do
    body |> String.replace("\\\"", "\"") |> String.replace("\\n", "\n")
  end

  defp collected(model, count) do
    if LanguageModel.stats(model)["cancelled"] < count, do: collected(model, count)
  end

  test "a function makes the calls" do
    test = self()

    sender = fn call ->
      send(test, call)

      case call.method do
        "GET" ->
          {:error, "no such list"}

        "POST" ->
          {:ok, %{status: 200, headers: %{}, body: ModelServer.completion(%{"say" => "e4"})}}
      end
    end

    endpoint = [base_url: "https://nowhere.invalid/v1", model: "a", key: "key-of-a"]
    {:ok, careful} = LanguageModel.new(endpoints: [endpoint], send: sender)

    assert [%{"ok" => false, "reason" => "no connection: no such list"}] =
             LanguageModel.preflight(careful)

    {:ok, model} = LanguageModel.new(endpoints: [endpoint], send: sender, preflight: false)
    {:ok, table} = Table.new("chess", seats: [white: LanguageModel.bot(model)])
    :ok = Table.run_bots(table)
    assert {:ok, %{"ply" => 1}} = Table.view(table, "black")
    assert_received %{method: "POST", headers: %{"authorization" => "Bearer key-of-a"}}
    assert inspect(model) == "#Boardwright.LanguageModel(a)"
    observation = "blind" |> Boardwright.start!() |> Boardwright.observe("white")

    assert [%{"role" => "system"}, %{"role" => "user"}] = LanguageModel.prompt(model, observation)
  end

  test "a connection that takes longer than a call may is a time-out" do
    {:ok, listener} = :gen_tcp.listen(0, ip: {127, 0, 0, 1}, backlog: 0)
    {:ok, port} = :inet.port(listener)
    waiting = fill(port, [])
    endpoint = [base_url: "http://127.0.0.1:#{port}/v1", model: "a", timeout: 100]
    {:ok, model} = LanguageModel.new(endpoints: [endpoint])
    assert [%{"ok" => false, "reason" => reason}] = LanguageModel.preflight(model)
    assert reason == "no answer in time"
    for socket <- [listener | waiting], do: :gen_tcp.close(socket)
  end

  # Connects until nobody is let in any more: a listener that accepts nothing has room for some.
  defp fill(port, sockets) do
    case :gen_tcp.connect({127, 0, 0, 1}, port, [], 200) do
      {:ok, socket} -> fill(port, [socket | sockets])
      {:error, :timeout} -> sockets
    end
  end

  test "the guide" do
    guide = File.read!(Path.expand("../../docs/language-models.md", __DIR__))
    [_, code] = Regex.run(~r/```elixir\n(.*?)```/s, guide)
    {:ok, server} = ModelServer.start(%{}, nil)

    code =
      Regex.replace(~r/base_url: "[^"]+"/, code, "base_url: #{inspect(ModelServer.url(server))}")

    {_, variables} = Code.eval_string(code)
    assert variables[:answers] > 3
    assert LanguageModel.stats(variables[:player])["fallbacks"] == 0
    assert variables[:outcome]["reason"]
  end

  test "wrong options are refused" do
    for {options, message} <- [
          {[], "endpoints: is needed"},
          {[endpoints: []], "endpoints: takes 1 to 16"},
          {[endpoints: [[base_url: "nowhere", model: "a"]]], "endpoints[0].base_url: begins"},
          {[endpoints: [[base_url: "http://h", model: "a"]], send: 5], "send: takes a function"},
          {[endpoints: [[base_url: "http://h", model: "a"]], styl: 5], "there is no option"},
          {5, "options: takes a keyword list or a map"}
        ] do
      assert {:error, %Error{code: :invalid_option, message: got}} = LanguageModel.new(options)
      assert got =~ message
    end
  end
end
