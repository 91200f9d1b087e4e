//! Which signals this process was started to ignore, as `nohup` has it.

use std::fs;

/// Whether a signal was ignored when the process was started. `false` where the system does not show that.
pub(crate) fn is_ignored(signal: i32) -> bool {
    let ignored = fs::read_to_string("/proc/self/status").ok().and_then(|status| ignored_in(&status));
    u32::try_from(signal - 1).ok().and_then(|bit| ignored?.checked_shr(bit)).is_some_and(|mask| mask & 1 == 1)
}

/// The set of ignored signals in what Linux says of a process: a bit for each, the first one for signal 1.
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
