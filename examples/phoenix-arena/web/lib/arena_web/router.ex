defmodule ArenaWeb.Router do
  @moduledoc "The routes of the protocol."

  use Phoenix.Router, helpers: false

  scope "/api", ArenaWeb do
    get("/health", ServerController, :health)
    get("/registry", ServerController, :registry)
    post("/rules", ServerController, :rules)
    get("/socket", ServerController, :socket)
    get("/engine", ServerController, :engine)

    get("/games", GameController, :index)
    post("/games", GameController, :create)
    get("/games/:id", GameController, :show)
    get("/games/:id/reveal", GameController, :reveal)
    get("/games/:id/pgn", GameController, :pgn)
    post("/games/:id/join", GameController, :join)
    post("/games/:id/fill", GameController, :fill)
    post("/games/:id/analysis", GameController, :analysis)

    post("/invitations", SeatController, :invitation)
    post("/seeks", SeatController, :seek)
    get("/seek", SeatController, :ask)
    delete("/seek", SeatController, :cancel)
  end
end
