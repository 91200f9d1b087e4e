use super::{DiskFiles, Written, write_output};
use crate::text::files::Files as _;
use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// Runs in a folder of its own and makes sure that no temporary file stays in it.
fn in_folder(run: impl Fn(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path());
    for entry in fs::read_dir(folder.path()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(!name.starts_with(".confc-"), "{name} was left behind");
    }
}

fn write(path: &Path, content: &str) -> Result<Written, ErrorKind> {
    write_output(path.to_str().unwrap(), content.as_bytes()).map_err(|error| error.kind())
}

fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ErrorKind> {
    DiskFiles::default().read(path.to_str().unwrap(), limit).map_err(|error| error.kind())
}

#[test]
fn unchanged_bytes_leave_the_time_alone() {
    in_folder(|folder| {
        let path = folder.join("out");
        let old = UNIX_EPOCH + Duration::from_secs(1_000);
        let age = || fs::File::open(&path).unwrap().set_modified(old).unwrap();
        let time = || fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(write(&path, "one"), Ok(Written::Changed));
        age();
        assert_eq!(write(&path, "one"), Ok(Written::Unchanged));
        assert_eq!(time(), old);
        assert_eq!(write(&path, "two"), Ok(Written::Changed));
        assert!(time() > old);
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
    });
}

#[test]
fn a_new_file_has_the_mode_of_the_umask_and_an_old_one_keeps_its_own() {
    in_folder(|folder| {
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let (new, plain) = (folder.join("new"), folder.join("plain"));
        write(&new, "x").unwrap();
        fs::write(&plain, "x").unwrap();
        assert_eq!(mode(&new), mode(&plain));
        fs::set_permissions(&new, fs::Permissions::from_mode(0o640)).unwrap();
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
        assert_eq!(write(Path::new(""), "x"), Err(ErrorKind::InvalidInput));
        assert_eq!(write(folder, "x"), Err(ErrorKind::IsADirectory));
        assert_eq!(write(&folder.join("absent/out"), "x"), Err(ErrorKind::NotFound));
        fs::write(folder.join("file"), "x").unwrap();
        assert_eq!(write(&folder.join("file/out"), "x"), Err(ErrorKind::NotADirectory));
        assert_eq!(write(Path::new("/dev/full"), "x"), Err(ErrorKind::StorageFull));
        assert_eq!(write(Path::new("/dev/null"), "x"), Ok(Written::Changed));
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

/// As `/dev/stdout` is one, and what is there (`>>`) stays.
#[test]
#[cfg(target_os = "linux")]
fn a_descriptor_is_written_directly() {
    use std::os::fd::AsRawFd as _;
    in_folder(|folder| {
        let path = folder.join("log");
        fs::write(&path, "old ").unwrap();
        let file = fs::OpenOptions::new().append(true).open(&path).unwrap();
        write(Path::new(&format!("/proc/self/fd/{}", file.as_raw_fd())), "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old new");
    });
}

/// Readers see one of the two contents, whole, while it is written over and over.
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
