use super::{Access, DiskFiles, FileMode, InputStates, Output, leftovers, stage};
use crate::text::files::Files as _;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// Runs a test in its own folder, and checks that no temporary file stays in it.
fn in_folder(run: impl Fn(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path());
    for entry in fs::read_dir(folder.path()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.starts_with(".confc-"), "{name} was left behind");
    }
}

/// Writes one output, or returns the message of the failure.
fn write(path: &Path, content: &str) -> Result<(), String> {
    write_with(Access::Umask, path, content)
}

fn write_with(access: Access, path: &Path, content: &str) -> Result<(), String> {
    all(&DiskFiles::default(), &[Output::new("", path.to_str().unwrap(), content, None).with_access(access)])
}

fn all(files: &DiskFiles, outputs: &[Output]) -> Result<(), String> {
    files
        .write(outputs)
        .map(|_| ())
        .map_err(|wrong| wrong.iter().map(|wrong| wrong.message().to_owned()).collect::<Vec<_>>().join("\n"))
}

/// Checks that writing fails for this reason.
#[track_caller]
fn refused(path: &Path, reason: &str) {
    let said = write(path, "x").unwrap_err();
    assert!(said.ends_with(&format!(": {reason}")), "{said}");
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ErrorKind> {
    DiskFiles::default().read(path.to_str().unwrap(), limit).map_err(|error| error.kind())
}

#[test]
fn an_interrupt_leaves_everything_as_it_was() {
    in_folder(|folder| {
        let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let outputs = ["a", "b", "c"].map(|name| Output::new("", path(name), name, None));
        let files = DiskFiles::default();
        let flag = files.is_interrupted.get_or_init(std::sync::Arc::default);
        flag.store(true, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(all(&files, &outputs), Err(String::new()));
        assert!(["a", "b", "c"].iter().all(|name| !folder.join(name).exists()));
        flag.store(false, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(all(&files, &outputs), Ok(()));
    });
}

#[test]
fn unchanged_bytes_leave_the_time_alone() {
    in_folder(|folder| {
        let path = folder.join("out");
        let old = UNIX_EPOCH + Duration::from_secs(1_000);
        let age = || fs::File::open(&path).unwrap().set_modified(old).unwrap();
        let time = || fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(write(&path, "one"), Ok(()));
        age();
        assert_eq!(write(&path, "one"), Ok(()));
        assert_eq!(time(), old);
        assert_eq!(write(&path, "two"), Ok(()));
        assert!(time() > old);
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    });
}

#[test]
fn a_new_file_has_the_mode_of_the_umask_and_an_old_one_keeps_its_own() {
    in_folder(|folder| {
        let (new, plain) = (folder.join("new"), folder.join("plain"));
        write(&new, "x").unwrap();
        fs::write(&plain, "x").unwrap();
        assert_eq!(mode(&new), mode(&plain));
        set_mode(&new, 0o640);
        write(&new, "y").unwrap();
        assert_eq!(mode(&new), 0o640);
    });
}

#[test]
fn a_link_is_written_through() {
    in_folder(|folder| {
        fs::create_dir(folder.join("d")).unwrap();
        fs::write(folder.join("d/real"), "old").unwrap();
        symlink("real", folder.join("d/inner")).unwrap();
        symlink("d/inner", folder.join("link")).unwrap();
        write(&folder.join("link"), "new").unwrap();
        assert_eq!(fs::read_to_string(folder.join("d/real")).unwrap(), "new");
        assert!(fs::symlink_metadata(folder.join("link")).unwrap().is_symlink());
        assert!(fs::symlink_metadata(folder.join("d/inner")).unwrap().is_symlink());
        symlink("d/absent", folder.join("dangling")).unwrap();
        write(&folder.join("dangling"), "made").unwrap();
        assert_eq!(fs::read_to_string(folder.join("d/absent")).unwrap(), "made");
        symlink("loop", folder.join("loop")).unwrap();
        assert!(write(&folder.join("loop"), "x").is_err());
    });
}

#[test]
fn what_cannot_be_written_is_an_error_and_stays() {
    in_folder(|folder| {
        assert_eq!(write(Path::new(""), "x"), Err("cannot write a file without a name".into()));
        refused(folder, "it is a folder");
        refused(&folder.join("absent/out"), "its folder does not exist");
        refused(&folder.join("absent/"), "it is a folder");
        fs::write(folder.join("file"), "x").unwrap();
        refused(&folder.join("file/out"), "a part of the path is not a folder");
        refused(Path::new("/dev/full"), "no space is left on the device");
        assert_eq!(write(Path::new("/dev/null"), "x"), Ok(()));
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    });
}

#[test]
fn reading_ends_at_the_limit() {
    in_folder(|folder| {
        let path = folder.join("in");
        fs::write(&path, "12345").unwrap();
        assert_eq!(read(&path, 5).unwrap(), b"12345");
        assert_eq!(read(&path, 4), Err(ErrorKind::FileTooLarge));
        assert_eq!(read(Path::new("/dev/zero"), 1 << 16), Err(ErrorKind::FileTooLarge));
        assert_eq!(read(folder, 5), Err(ErrorKind::IsADirectory));
        assert_eq!(read(&folder.join("absent"), 5), Err(ErrorKind::NotFound));
        assert_eq!(read(&folder.join("in/x"), 5), Err(ErrorKind::NotADirectory));
    });
}

/// `/dev/stdout` is such a descriptor. Existing content stays, as with `>>`, even if the file no longer has a name.
#[test]
#[cfg(target_os = "linux")]
fn a_descriptor_is_written_to_and_not_replaced() {
    use std::io::{Read as _, Seek as _, Write as _};
    use std::os::fd::AsRawFd as _;
    in_folder(|folder| {
        let path = folder.join("log");
        let own = std::process::id();
        for (n, name) in ["/proc/self/fd", "/dev/fd", &format!("/proc/{own}/fd")].iter().enumerate() {
            fs::write(&path, "old ").unwrap();
            let mut file = fs::OpenOptions::new().read(true).append(true).open(&path).unwrap();
            let descriptor = format!("{name}/{}", file.as_raw_fd());
            let inode = fs::metadata(&path).unwrap().ino();
            write(Path::new(&descriptor), "new").unwrap();
            symlink(&descriptor, folder.join(format!("link{n}"))).unwrap();
            write(&folder.join(format!("link{n}")), " more").unwrap();
            file.write_all(b" end").unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), "old new more end", "{name}");
            assert_eq!(fs::metadata(&path).unwrap().ino(), inode);
            fs::remove_file(&path).unwrap();
            write(Path::new(&descriptor), "!").unwrap();
            assert!(!path.exists() && !folder.join("log (deleted)").exists());
            let mut text = String::new();
            file.rewind().unwrap();
            file.read_to_string(&mut text).unwrap();
            assert_eq!(text, "old new more end!");
        }
    });
}

#[test]
#[cfg(target_os = "linux")]
fn pipes_are_written_to_and_what_no_path_opens_is_refused() {
    use std::io::Read as _;
    use std::os::fd::AsRawFd as _;
    in_folder(|folder| {
        let named = |file: &dyn std::os::fd::AsFd| format!("/dev/fd/{}", file.as_fd().as_raw_fd());
        let (mut reader, writer) = std::io::pipe().unwrap();
        write(Path::new(&named(&writer)), "through").unwrap();
        drop(writer);
        let mut text = String::new();
        reader.read_to_string(&mut text).unwrap();
        assert_eq!(text, "through");
        refused(Path::new(&named(&reader)), "the descriptor is open for reading only");
        let (socket, _other) = std::os::unix::net::UnixStream::pair().unwrap();
        refused(Path::new(&named(&socket)), "it is a socket, which cannot be opened by its path");
        fs::write(folder.join("in"), "x").unwrap();
        let input = fs::File::open(folder.join("in")).unwrap();
        refused(Path::new(&named(&input)), "the descriptor is open for reading only");
        refused(Path::new("/dev/fd/987654"), "there is no such open descriptor");
        assert_eq!(fs::read_to_string(folder.join("in")).unwrap(), "x");
    });
}

/// Another process could open a temporary file between its creation and its renaming.
#[test]
fn a_temporary_file_may_be_read_by_no_more_than_its_output() {
    in_folder(|folder| {
        let path = folder.join("out");
        for old in [0o600, 0o640, 0o644, 0o400] {
            fs::write(&path, "old").unwrap();
            set_mode(&path, old);
            let existing = fs::metadata(&path).unwrap();
            for access in [Access::Umask, Access::Inputs, Access::Owner, Access::InPlace] {
                let wanted = FileMode::new(access, Some(&existing), [0o644].into_iter());
                let temporary = leftovers::path_beside(&path, 0);
                let file = wanted.create(&temporary).unwrap();
                let first = mode(&temporary);
                #[cfg(target_os = "linux")]
                if let Ok(unnamed) = wanted.create_unnamed(folder) {
                    assert_eq!(unnamed.metadata().unwrap().permissions().mode() & 0o7777, first);
                }
                wanted.finish(&file).unwrap();
                let last = mode(&temporary);
                fs::remove_file(&temporary).unwrap();
                assert_eq!(first & !last, 0, "{access:?}: {first:o} before {last:o}");
                assert_eq!(last, if access == Access::Owner { old & 0o700 } else { old });
            }
            fs::remove_file(&path).unwrap();
        }
        for (access, inputs, most) in
            [(Access::Owner, [0o644, 0o644], 0o600), (Access::Inputs, [0o640, 0o604], 0o600)]
        {
            let temporary = leftovers::path_beside(&path, 0);
            FileMode::new(access, None, inputs.into_iter()).create(&temporary).unwrap();
            assert_eq!(mode(&temporary), most);
            fs::remove_file(&temporary).unwrap();
        }
    });
}

#[test]
fn what_is_for_the_owner_alone_is_narrowed() {
    in_folder(|folder| {
        let path = folder.join("out");
        write(&path, "x").unwrap();
        set_mode(&path, 0o664);
        let inode = fs::metadata(&path).unwrap().ino();
        // The bytes are the same, so the file is not replaced.
        write_with(Access::Owner, &path, "x").unwrap();
        assert_eq!((mode(&path), fs::metadata(&path).unwrap().ino()), (0o600, inode));
        set_mode(&path, 0o664);
        write_with(Access::Owner, &path, "y").unwrap();
        assert_eq!(mode(&path), 0o600);
        write(&path, "z").unwrap();
        assert_eq!(mode(&path), 0o600);
    });
}

#[test]
fn of_several_outputs_all_are_written_or_none() {
    in_folder(|folder| {
        let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let files = DiskFiles::default();
        let outputs = |last: &str| ["a", "b", last].map(|name| Output::new("", path(name), "new", None));
        fs::write(folder.join("a"), "old").unwrap();
        let wrong = all(&files, &outputs("absent/c")).unwrap_err();
        assert!(wrong.ends_with("its folder does not exist"), "{wrong}");
        fs::create_dir(folder.join("d")).unwrap();
        all(&files, &outputs("d")).unwrap_err();
        // All mistakes are reported.
        let both = [Output::new("", path("absent/c"), "", None), Output::new("", path("d"), "", None)];
        assert_eq!(all(&files, &both).unwrap_err().lines().count(), 2);
        assert_eq!(fs::read_to_string(folder.join("a")).unwrap(), "old");
        assert!(!folder.join("b").exists());
        // Direct writes cannot be held back, so they happen before any file is renamed.
        let full = [Output::new("", path("a"), "new", None), Output::new("", "/dev/full", "new", None)];
        all(&files, &full).unwrap_err();
        assert_eq!(fs::read_to_string(folder.join("a")).unwrap(), "old");
        all(&files, &outputs("c")).unwrap();
        assert_eq!(["a", "b", "c"].map(|name| fs::read_to_string(folder.join(name)).unwrap()), ["new"; 3]);
    });
}

#[test]
fn a_first_file_takes_the_place_of_none() {
    in_folder(|folder| {
        let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
        let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        let files = DiskFiles::default();
        let first = |name: &str, content| Output::new("", path(name), content, None).first();
        all(&files, &[first("a", "1")]).unwrap();
        all(&files, &[first("a", "1")]).unwrap();
        for outputs in [[first("a", "2"), first("b", "2")], [first("b", "2"), first("a", "2")]] {
            let wrong = all(&files, &outputs).unwrap_err();
            assert!(wrong.ends_with("there is a file of that name already"), "{wrong}");
            assert!(read("a") == "1" && !folder.join("b").exists());
        }
        symlink("a", folder.join("link")).unwrap();
        all(&files, &[first("link", "2")]).unwrap_err();
        symlink("c", folder.join("dangling")).unwrap();
        all(&files, &[first("dangling", "3")]).unwrap();
        assert_eq!((read("a"), read("c")), ("1".into(), "3".into()));
        // A file that appears between the check and the writing stays, too.
        let output = first("d", "4");
        let staged = stage(&folder.join("d"), None, &output, &InputStates::new(&[], &[])).unwrap().unwrap();
        fs::write(folder.join("d"), "other").unwrap();
        staged.finish().unwrap_err();
        assert_eq!(read("d"), "other");
    });
}

/// Readers always see one of the two contents completely while the file is written repeatedly.
#[test]
fn readers_never_see_a_torn_file() {
    in_folder(|folder| {
        let path = folder.join("out");
        let contents = ["a".repeat(300_000), "b".repeat(200_000)];
        write(&path, &contents[0]).unwrap();
        std::thread::scope(|scope| {
            for content in &contents {
                scope.spawn(|| (0..50).for_each(|_| assert!(write(&path, content).is_ok())));
            }
            for _ in 0..100 {
                let seen = fs::read_to_string(&path).unwrap();
                assert!(contents.contains(&seen), "torn: {} bytes", seen.len());
            }
        });
    });
}
