//! Reasons of the bot `heuristic` for and against a move.

/// A reason for or against a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It attacks with two steps.
    Momentum,
    /// Friends stand around the piece afterwards.
    Friends,
    /// The Jarl comes closer to the Throne, or goes away from it.
    Closer,
    /// The Jarl stands on the edge.
    OnEdge,
    /// The Jarl stands beside a hole.
    BesideHole,
    /// An enemy is pushed.
    Push,
    /// An enemy's Jarl is pushed out.
    Jarl,
    /// An enemy's warrior is pushed out.
    Warrior,
    /// A piece of one's own side is pushed out.
    OwnLoss,
    /// The Throne is taken.
    Throne,
    /// The player is out.
    Out,
    /// All others are out.
    LastAlive,
    /// The player moves again at once, and can take the Throne then.
    ThroneNext,
    /// Another player could take the Throne.
    ThroneOpen,
    /// The Jarl could be pushed out.
    JarlOpen,
    /// An ally's Jarl could be pushed out.
    AllyOpen,
    /// Warriors could be pushed out.
    WarriorsOpen,
}

impl Reason {
    /// Returns the reason in words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Momentum => "two steps give momentum",
            Self::Friends => "friends beside it",
            Self::Closer => "the Jarl's way to the Throne",
            Self::OnEdge => "the Jarl stands on the edge",
            Self::BesideHole => "the Jarl stands beside a hole",
            Self::Push => "pushes an enemy",
            Self::Jarl => "pushes out a Jarl",
            Self::Warrior => "pushes out a warrior",
            Self::OwnLoss => "pushes out a friend",
            Self::Throne => "takes the Throne",
            Self::Out => "loses its own Jarl",
            Self::LastAlive => "nobody else is left",
            Self::ThroneNext => "takes the Throne next",
            Self::ThroneOpen => "another could take the Throne",
            Self::JarlOpen => "its Jarl could be pushed out",
            Self::AllyOpen => "an ally's Jarl could be pushed out",
            Self::WarriorsOpen => "warriors could be pushed out",
        }
    }
}
