defmodule Boardwright.LanguageModel do
  @moduledoc """
  A player by language models, which sits at a table as a bot of your own.

      {:ok, player} =
        Boardwright.LanguageModel.new(
          endpoints: [[base_url: "http://localhost:11434/v1", model: "llama3.2"]],
          style: "beginner"
        )

      {:ok, table} = Boardwright.Table.new("chess", seats: [black: Boardwright.LanguageModel.bot(player)])

  The endpoints are tried in order. Each call has a time-out, a wrong answer is fed back with its
  reason, and where there is no answer in the end another bot makes the move, which `stats/1`
  counts. One player may sit at any number of seats and tables. Any server of chat completions
  will do, by its address, the model and the key.

  The calls are made by `:httpc`, whose applications `:inets` and `:ssl` are started when the
  first call is made, or by the function `:send`.
  """

  alias Boardwright.{Described, Error, Native, Observation, Question}

  @enforce_keys [:ref]
  defstruct [:ref, :send]

  @typedoc "A call over HTTP: `:method` is `\"GET\"` or `\"POST\"`, `:timeout` in milliseconds."
  @type call :: %{
          endpoint: non_neg_integer,
          method: String.t(),
          url: String.t(),
          headers: %{String.t() => String.t()},
          body: String.t() | nil,
          timeout: pos_integer
        }

  @typedoc "The outcome of a call; of the headers only `retry-after` is looked at."
  @type response ::
          {:ok, %{status: pos_integer, headers: %{String.t() => String.t()}, body: binary}}
          | {:error, :timeout | String.t()}

  @typedoc "A player; what `:ref` refers to is the library's own."
  @type t :: %__MODULE__{ref: reference, send: (call -> response) | nil}

  # The bytes of a response that are handed on; the library takes no larger one.
  @largest 1_048_576 + 1

  @doc """
  A player. The options are those of the [reference](models.html): `:endpoints`, each with
  `:base_url`, `:model` and perhaps `:key`, and others with defaults, such as `:style`. `:send` is a
  function that makes a call in place of `:httpc`.
  """
  @spec new(keyword | map) :: {:ok, t} | {:error, Error.t()}
  def new(options) do
    {send, options} = pop(options, :send)

    cond do
      send != nil and not is_function(send, 1) ->
        {:error, %Error{code: :invalid_option, message: "send: takes a function of one argument"}}

      true ->
        with {:ok, ref} <- Native.model_new(options), do: {:ok, %__MODULE__{ref: ref, send: send}}
    end
  end

  defp pop(options, key) when is_list(options) or is_map(options) do
    if is_map(options) or Keyword.keyword?(options),
      do: {options[key], delete(options, key)},
      else: {nil, options}
  end

  defp pop(options, _key), do: {nil, options}

  defp delete(options, key) when is_map(options), do: Map.delete(options, key)
  defp delete(options, key), do: Keyword.delete(options, key)

  @doc "The function that answers for the player at a seat, for `Boardwright.Table.new/2`."
  @spec bot(t) :: (Question.t() -> Question.answer())
  def bot(%__MODULE__{} = model), do: fn question -> answer(model, question) end

  @doc """
  Answers a question of a table. Where no model does, the question has failed, and another bot makes
  the move.
  """
  @spec answer(t, Question.t()) :: Question.answer() | :failed
  def answer(%__MODULE__{} = model, %Question{ref: ref} = question) do
    case end_of(model, Native.model_ask(model.ref, ref)) do
      %{"step" => "answer", "answer" => answer} ->
        answer

      %{"step" => "fail", "reason" => reason} ->
        Question.fail(question, reason)
        :failed
    end
  end

  @doc "Checks all endpoints: that each answers, takes the key and has the model."
  @spec preflight(t) :: [Described.endpoint_report()]
  def preflight(%__MODULE__{} = model) do
    %{"endpoints" => endpoints} = end_of(model, Native.model_preflight(model.ref))
    endpoints
  end

  @doc "The messages that ask for the move of a seat."
  @spec prompt(t, Observation.t()) :: [Described.message()]
  def prompt(%__MODULE__{ref: ref}, %Observation{ref: observation}),
    do: Native.model_prompt(ref, observation)

  @doc "The names of the models, in the order of the endpoints."
  @spec models(t) :: [String.t()]
  def models(%__MODULE__{ref: ref}), do: Native.model_names(ref)

  @doc "The counts so far: questions, calls, tokens, cost, fallbacks and others."
  @spec stats(t) :: Described.model_stats()
  def stats(%__MODULE__{ref: ref}), do: Native.model_stats(ref)

  @doc "The last exchanges, oldest first: all that the seats knew, and no key."
  @spec transcript(t) :: [Described.exchange()]
  def transcript(%__MODULE__{ref: ref}), do: Native.model_transcript(ref)

  # Carries the steps out until the last one. A process that ends meanwhile gives the turn up.
  defp end_of(model, turn, reply \\ nil) do
    case Native.turn_step(turn, now(), reply) do
      %{"step" => "call"} = call ->
        end_of(model, turn, reply(model, call))

      %{"step" => "wait", "wait" => wait} ->
        Process.sleep(wait)
        end_of(model, turn)

      step ->
        step
    end
  end

  # The library counts from 0.
  defp now do
    since_start = System.monotonic_time() - :erlang.system_info(:start_time)
    System.convert_time_unit(since_start, :native, :millisecond)
  end

  defp reply(model, call) do
    call = Map.new(~w(endpoint method url headers body timeout)a, &{&1, call[to_string(&1)]})

    case (model.send || (&by_httpc/1)).(call) do
      {:ok, %{status: status, headers: headers, body: body}} ->
        after_ = for {"retry-after", value} <- headers, into: %{}, do: {"retry-after", value}
        %{status: status, headers: after_, body: text(body)}

      {:error, :timeout} ->
        %{error: "timeout"}

      {:error, message} ->
        %{error: "connection", message: text(message)}
    end
  end

  defp text(binary) do
    binary = binary_part(binary, 0, min(byte_size(binary), @largest))
    if String.valid?(binary), do: binary, else: :unicode.characters_to_binary(binary, :latin1)
  end

  defp by_httpc(%{method: method, url: url, headers: headers, body: body, timeout: timeout}) do
    for application <- [:inets, :ssl], do: {:ok, _} = Application.ensure_all_started(application)
    headers = for {name, value} <- headers, do: {to_charlist(name), to_charlist(value)}
    # A call is not to wait behind another one on the same connection.
    headers = [{~c"connection", ~c"close"} | headers]

    {verb, request} =
      if method == "GET",
        do: {:get, {to_charlist(url), headers}},
        else: {:post, {to_charlist(url), headers, ~c"application/json", body}}

    options = [timeout: timeout, connect_timeout: timeout, autoredirect: false] ++ tls(url)
    # The answer comes as a message, and a process that is killed meanwhile lets go of the call.
    case :httpc.request(verb, request, options, sync: false, body_format: :binary) do
      {:ok, id} ->
        guard = guard(self(), id)
        result = receive(do: ({:http, {^id, result}} -> result))
        send(guard, :done)
        heard(result)

      {:error, reason} ->
        {:error, inspect(reason)}
    end
  end

  defp guard(caller, id) do
    spawn(fn ->
      monitor = Process.monitor(caller)

      receive do
        :done -> :ok
        {:DOWN, ^monitor, _, _, _} -> :httpc.cancel_request(id)
      end
    end)
  end

  defp heard({{_version, status, _phrase}, headers, body}) do
    headers = for {name, value} <- headers, into: %{}, do: {to_string(name), to_string(value)}
    {:ok, %{status: status, headers: headers, body: body}}
  end

  defp heard({:error, :timeout}), do: {:error, :timeout}

  defp heard({:error, {:failed_connect, reasons} = reason}) do
    # The time that a connection takes is a part of the time that a call has.
    if Enum.any?(reasons, &match?({_, _, :timeout}, &1)),
      do: {:error, :timeout},
      else: {:error, inspect(reason)}
  end

  defp heard({:error, reason}), do: {:error, inspect(reason)}

  defp tls("https:" <> _) do
    hostname = :public_key.pkix_verify_hostname_match_fun(:https)

    [
      ssl: [
        verify: :verify_peer,
        cacerts: :public_key.cacerts_get(),
        customize_hostname_check: [match_fun: hostname]
      ]
    ]
  end

  defp tls(_url), do: []

  defimpl Inspect do
    def inspect(model, _options) do
      models = Enum.join(Boardwright.LanguageModel.models(model), ", ")
      "#Boardwright.LanguageModel(#{models})"
    end
  end
end
