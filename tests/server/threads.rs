//! Runs the work of a slow test on two threads.

/// Calls `work` on two threads, with 0 and 1. They have the name of the test, so that a failure can name it.
pub(crate) fn on_two_threads(work: impl Fn(usize) + Sync) {
    let name = std::thread::current().name().unwrap_or_default().to_owned();
    std::thread::scope(|scope| {
        for number in [0, 1] {
            let work = &work;
            let thread = std::thread::Builder::new().name(name.clone());
            thread.spawn_scoped(scope, move || work(number)).expect("a thread starts");
        }
    });
}
