defmodule Boardwright.HangingBot do
  @moduledoc false

  # A function that tells this process of its question, of its own process and of the one that it
  # answers for, and never answers.
  def hanging do
    test = self()

    fn question ->
      {:links, [attendant]} = Process.info(self(), :links)
      send(test, {:asked, question, self(), attendant})
      receive(do: (:never -> :ok))
    end
  end
end
