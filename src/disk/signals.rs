//! Delays interrupts until no work is half done. A signal that was ignored when this process started, as under `nohup`,
//! stays ignored.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The exit status after a second interrupt, as in shells.
const INTERRUPTED: i32 = 130;

/// Makes an interrupt set the flag instead of ending the process. A second one ends the process.
pub(crate) fn stop_on_signals(is_stopped: &Arc<AtomicBool>) {
    use signal_hook::consts::{SIGINT, SIGTERM};
    #[cfg(unix)]
    let others = [signal_hook::consts::SIGHUP, signal_hook::consts::SIGQUIT];
    #[cfg(not(unix))]
    let others = [];
    for signal in [SIGINT, SIGTERM].into_iter().chain(others).filter(|signal| !is_ignored(*signal)) {
        // If the system refuses, the signal ends the process as usual.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(is_stopped))
            .and_then(|_| signal_hook::flag::register(signal, Arc::clone(is_stopped)));
    }
}

/// Whether a signal was ignored when the process started; `false` if the system does not show it.
fn is_ignored(signal: i32) -> bool {
    let ignored = fs::read_to_string("/proc/self/status").ok().and_then(|status| ignored_in(&status));
    u32::try_from(signal - 1).ok().and_then(|bit| ignored?.checked_shr(bit)).is_some_and(|mask| mask & 1 == 1)
}

/// The set of ignored signals in the status of a process on Linux: one bit per signal, the lowest for signal 1.
fn ignored_in(status: &str) -> Option<u64> {
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    u64::from_str_radix(digits.trim(), 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_is_read() {
        assert_eq!(ignored_in("Name:\tx\nSigIgn:\t0000000000001001\nSigCgt:\t1\n"), Some(0x1001));
        assert_eq!([ignored_in("SigIgn:\tx"), ignored_in("")], [None, None]);
        assert!(!is_ignored(0) && !is_ignored(-1) && !is_ignored(99));
    }
}
