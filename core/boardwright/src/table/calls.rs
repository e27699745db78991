//! The calls that hosts make by name: what each takes, and what it is for.

/// A call that hosts make.
#[derive(Clone, Copy, Debug)]
pub struct TableCall {
    /// The name.
    pub name: &'static str,
    /// A line about it.
    pub doc: &'static str,
    /// Arguments besides `now`, the host's clock in milliseconds, which every call takes. Any other
    /// is refused.
    pub takes: &'static [TableArgument],
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub struct TableArgument {
    /// The name.
    pub name: &'static str,
    /// A line about it.
    pub doc: &'static str,
    /// The values that it takes.
    pub kind: ArgumentKind,
    /// True if the call is refused without it.
    pub required: bool,
}

/// The values that an argument takes; null counts as not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// A seat, by its name or its number from 0.
    Seat,
    /// A list of seats.
    Seats,
    /// A move, as a text or an action id.
    Move,
    /// A text.
    Text,
    /// True or false.
    Flag,
    /// A whole number from 0.
    Number,
    /// An occupant, as a word or a map.
    Occupant,
    /// A map of texts.
    Texts,
    /// A map.
    Map,
}

const fn call(name: &'static str, doc: &'static str, takes: &'static [TableArgument]) -> TableCall {
    TableCall { name, doc, takes }
}

const fn argument(name: &'static str, kind: ArgumentKind, doc: &'static str) -> TableArgument {
    TableArgument {
        name,
        doc,
        kind,
        required: false,
    }
}

const fn required(name: &'static str, kind: ArgumentKind, doc: &'static str) -> TableArgument {
    TableArgument {
        name,
        doc,
        kind,
        required: true,
    }
}

const SEAT: TableArgument = required(
    "seat",
    ArgumentKind::Seat,
    "The seat, by its name or its number from 0.",
);

const CHANGES: TableArgument = required(
    "changes",
    ArgumentKind::Map,
    "A map of changes, as `edit` of a state takes them; of presets `activate`, `deactivate`, `presets`, `place`.",
);

/// All calls. What changes something answers with [`Changed`](super::Changed), whose `since` is
/// the number from which on the seat's events are new.
pub const CALLS: &[TableCall] = &[
    call(
        "commit",
        "Makes a move. Where a game lets a seat try what its rules then refuse, `refused` in the answer says why, and the turn goes on.",
        &[
            SEAT,
            required("move", ArgumentKind::Move, "A text, or an action id."),
            argument(
                "style",
                ArgumentKind::Text,
                "The notation of the text; the game's first one if not given.",
            ),
        ],
    ),
    call("resign", "Gives up.", &[SEAT]),
    call(
        "offer_draw",
        "Offers a draw, or accepts the one that another seat offers.",
        &[SEAT],
    ),
    call(
        "respond_draw",
        "Answers the draw that is offered; it is agreed once all seats that are taken accept.",
        &[
            SEAT,
            required("accept", ArgumentKind::Flag, "True to accept."),
        ],
    ),
    call(
        "claim_draw",
        "Claims the draw that the rules allow the seat on its turn.",
        &[SEAT],
    ),
    call(
        "message",
        "Says something to the seats that it plays with, who hear it as an event; bots that talk with their partners make use of it.",
        &[
            SEAT,
            required(
                "text",
                ArgumentKind::Text,
                "1 to 1000 bytes, none of them control, direction or invisible characters.",
            ),
        ],
    ),
    call("tick", "Tells the table the time and nothing else.", &[]),
    call("disconnected", "A person has gone.", &[SEAT]),
    call(
        "reconnected",
        "A person is back. Who does anything else at the table is back as well.",
        &[SEAT],
    ),
    call(
        "take_over",
        "Lets somebody else sit there: at all seats of a team for a bot that plays them all, or that played them.",
        &[
            SEAT,
            required(
                "occupant",
                ArgumentKind::Occupant,
                "`human`, `external`, `empty`, or a bot as in `seats` when the table is made.",
            ),
        ],
    ),
    call(
        "fill",
        "Lets a bot sit on every empty seat, or on one of them; where one cannot be made, on none.",
        &[
            argument(
                "seat",
                ArgumentKind::Seat,
                "The seat; all that are empty if not given.",
            ),
            argument(
                "occupant",
                ArgumentKind::Occupant,
                "The bot, as in `seats` when the table is made; if not given, the first that the game has of `casual`, `heuristic` and `random`.",
            ),
        ],
    ),
    call(
        "undo",
        "Wants moves taken back, which happens once all people agree on the number.",
        &[
            SEAT,
            argument("plies", ArgumentKind::Number, "How many; 1 if not given."),
        ],
    ),
    call(
        "propose_edit",
        "Wants the position, or the rules in force, changed, which happens once all people want the same. For tables with the setting `edits`.",
        &[SEAT, CHANGES],
    ),
    call(
        "edit",
        "Changes the position, or the rules in force, while the game goes on: the moves made before stay, and none of them is taken back any more. For the host.",
        &[CHANGES],
    ),
    call(
        "abort",
        "Ends the game without a result: a draw by the reason `aborted`, and `*` in records. For the host.",
        &[],
    ),
    call(
        "adjudicate",
        "Ends the game with a result. For the host.",
        &[required(
            "winners",
            ArgumentKind::Seats,
            "A list of the seats that win; none for a draw.",
        )],
    ),
    call(
        "pause",
        "Stops the clocks. Nobody moves and no bot thinks until `resume`. For the host.",
        &[],
    ),
    call(
        "resume",
        "Lets the clocks go on from `now`. The time since `pause` counts for nobody, nor, where there was none, the time since the table last heard of it: so a table goes on that was loaded after the server was down. For the host.",
        &[],
    ),
    call(
        "moves",
        "Gives the moves made so far, and what was tried, 1000 at a time: of a seat's own in a game that hides something, where without a seat it is for the host.",
        &[
            argument(
                "seat",
                ArgumentKind::Seat,
                "The seat that asks, by its name or its number from 0.",
            ),
            argument(
                "style",
                ArgumentKind::Text,
                "The notation of their texts; the game's first one if not given.",
            ),
            argument(
                "since",
                ArgumentKind::Number,
                "The number of the first move; 0 if not given.",
            ),
        ],
    ),
    call(
        "view",
        "Shows what a seat may know of the game and of the table; what it was told stands in its events.",
        &[
            SEAT,
            argument(
                "since",
                ArgumentKind::Number,
                "The number of the first of its events that come with the view, 1000 at most; none if not given.",
            ),
        ],
    ),
    call(
        "candidates",
        "Lists the moves that a seat may try now; none after the end.",
        &[
            SEAT,
            argument(
                "style",
                ArgumentKind::Text,
                "The notation of their texts; the game's first one if not given, and no other where something is hidden.",
            ),
        ],
    ),
    call(
        "events",
        "Gives what a seat was told, 1000 events at a time.",
        &[
            SEAT,
            argument(
                "since",
                ArgumentKind::Number,
                "The number of the first event; 0 if not given.",
            ),
        ],
    ),
    call(
        "spectator_view",
        "Shows what spectators may see: everything where nothing is hidden, otherwise the players alone until the end; by the setting `spectator_delay` the whole game as it was so many moves ago.",
        &[],
    ),
    call(
        "spectator_events",
        "Gives what spectators may know, numbered for them, 1000 events at a time: all that is told to everybody, where something is hidden every attempt and, with the seats under `heard_by`, what it told, after the end or by the setting `spectator_delay`.",
        &[argument(
            "since",
            ArgumentKind::Number,
            "The number of the first event; 0 if not given.",
        )],
    ),
    call(
        "referee_view",
        "Shows the whole game. For the host, or a referee whom it trusts.",
        &[],
    ),
    call(
        "referee_events",
        "Gives all that anybody was told, each event with the seats that heard of it under `heard_by`, where something is hidden every attempt as well, 1000 at a time. For the host, or a referee whom it trusts.",
        &[argument(
            "since",
            ArgumentKind::Number,
            "The number of the first event; 0 if not given.",
        )],
    ),
    call(
        "reveal",
        "Gives the whole game after its end: of the moves and of each seat's events and thoughts 1000 at a time.",
        &[argument(
            "since",
            ArgumentKind::Number,
            "The number of the first move, event and thought; 0 if not given.",
        )],
    ),
    call(
        "pgn",
        "Writes the game as PGN with clocks, of two boards as BPGN; where something is hidden, after its end.",
        &[argument(
            "tags",
            ArgumentKind::Texts,
            "A map of tags, such as the names of people under `White`; they replace those that the table knows.",
        )],
    ),
    call(
        "outcome",
        "Tells how the game ended; nothing while it is on.",
        &[],
    ),
    call(
        "save",
        "Writes the table as a text, which `load` reads.",
        &[],
    ),
    call(
        "save_changes",
        "Writes what has changed since an earlier save_changes, in the size of that and not of the game, or without `since` the whole table. What it wrote, one text after the other in their order, is what `load` reads.",
        &[argument(
            "since",
            ArgumentKind::Map,
            "The `next` of the save_changes before, whose text is kept.",
        )],
    ),
];
