//! Cells, hands and boards that pictures name.

use std::collections::HashSet;

use boardwright::host::{DrawingOptions, Game, MoveRef, SeatRef};
use boardwright::rng::Rng;
use boardwright::value::Dict;
use roxmltree::Document;
use serde_json::json;

use super::{games, options, read};

#[test]
fn cells_are_named_and_a_seat_is_told_no_more_than_it_knows() {
    for game in games() {
        let mut state = game.start().unwrap();
        let mut rng = Rng::new(7);
        for _ in 0..12 {
            let moves = state.legal_moves(None, None).unwrap_or_default();
            if moves.is_empty() {
                break;
            }
            let text = moves[rng.below(moves.len() as u32) as usize].clone();
            let Ok(next) = state.play(None, MoveRef::Text(&text), None) else {
                break;
            };
            state = next;
        }
        for seat in game.seats() {
            let observation = state.observe(SeatRef::Name(seat)).unwrap();
            let plain = observation.svg(&DrawingOptions::default()).unwrap();
            let pointed = observation.svg(&options(json!({"cells": true}))).unwrap();
            let (plain, pointed) = (read(&plain), read(&pointed));
            let uses = |document: &Document<'_>| {
                let nodes = document.descendants();
                nodes.filter(|node| node.has_tag_name("use")).count()
            };
            assert_eq!(uses(&plain), uses(&pointed), "{game:?}");
            let mut names = HashSet::new();
            for node in pointed.descendants() {
                let Some(name) = node.attribute("data-cell") else {
                    continue;
                };
                assert!(names.insert(name), "{game:?}: {name} twice");
                let drawn = node.descendants().any(|node| node.has_tag_name("use"));
                assert_eq!(node.attribute("data-owner").is_some(), drawn, "{name}");
                // The name is one that an option of a picture finds.
                if names.len() == 1 {
                    observation
                        .svg(&options(json!({"squares": [name]})))
                        .unwrap();
                }
            }
            assert!(
                plain
                    .descendants()
                    .all(|node| node.attribute("data-cell").is_none())
            );
        }
    }
}

#[test]
fn cells_hands_and_boards_say_what_they_are() {
    let game = Game::new("bughouse", &Dict::new()).unwrap();
    let mut state = game.start().unwrap();
    for text in ["A:e2e4", "A:d7d5", "A:e4d5"] {
        state = state.play(None, MoveRef::Text(text), None).unwrap();
    }
    let svg = state
        .svg(&options(json!({"seat": "A.white", "cells": true})))
        .unwrap();
    let document = read(&svg);
    let named = |attribute: &str, value: &str| {
        let mut all = document.descendants();
        all.find(|node| node.attribute(attribute) == Some(value))
            .unwrap()
    };
    assert_eq!(
        named("data-cell", "A:d5").attribute("data-owner"),
        Some("A.white")
    );
    assert_eq!(
        named("data-cell", "B:e8").attribute("data-content"),
        Some("B.black king")
    );
    assert_eq!(named("data-cell", "A:e4").attribute("data-content"), None);
    let hand = named("data-hand", "pawn");
    assert_eq!(
        (hand.attribute("data-count"), hand.attribute("data-seat")),
        (Some("1"), Some("3"))
    );
    let sizes = ["A", "B"].map(|board| named("data-board", board).attribute("data-size").unwrap());
    assert_eq!(sizes[0], sizes[1]);
}
