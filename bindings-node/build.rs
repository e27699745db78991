//! Has the addon linked as Node loads it, and kept loaded: its threads outlive
//! the environment (a worker) that loaded it.

fn main() {
    napi_build::setup();
}
