use super::*;

#[test]
fn file_uris_are_paths() {
    for (uri, path) in [
        ("file:///home/x/a%20b.cml", "/home/x/a b.cml"),
        ("file:///", "/"),
        ("file:///a", "/a"),
        ("file:/a", "/a"),
        ("FILE:///a", "/a"),
        ("file://localhost/a", "/a"),
        ("file://LocalHost/a", "/a"),
        ("file:////a//b/", "//a//b/"),
        ("file:///a/./b/../c", "/a/./b/../c"),
        ("file:///a/%2e%2E/c", "/a/../c"),
        ("file:///%C3%a9/%F0%90%90%80", "/é/𐐀"),
        ("file:///é b", "/é b"),
        ("file:///a%2Fb", "/a/b"),
        ("file:///a%3Fb%23c", "/a?b#c"),
        ("file:///a:b@c!$&'()*+,;=", "/a:b@c!$&'()*+,;="),
        ("file:///c%3A/Users/x", "/c:/Users/x"),
        ("file:///a%0Ab", "/a\nb"),
        ("file:///a+b", "/a+b"),
        // Decoded once, not twice.
        ("file:///a%2520b", "/a%20b"),
        ("file:///%2525", "/%25"),
    ] {
        assert_eq!(path_of(uri).as_deref(), Some(path), "{uri}");
    }
}

#[test]
fn other_uris_are_no_paths() {
    for uri in [
        "",
        "/a",
        "a",
        "file",
        "file:",
        "file:a",
        "file:./a",
        "file:%2Fa",
        "file://",
        "file://a",
        "file://localhost",
        "file://host/a",
        "file://localhost:80/a",
        "file://user@localhost/a",
        "file://localhost%00/a",
        "file://%6cocalhost/a",
        "file://127.0.0.1/a",
        "file://é/a",
        "untitled:Untitled-1",
        "untitled:/a",
        "git:/a?%7B%7D",
        "http://localhost/a",
        "vscode-remote://wsl/a",
        "files:///a",
        " file:///a",
        "file:///a?b",
        "file:///a#b",
        "file:///a?",
        "file:///a#",
        "file:///a%",
        "file:///a%2",
        "file:///a%zz",
        "file:///a%+1",
        "file:///a%2é",
        "file:///a%00b",
        "file:///a\0b",
        "file:///a%FF",
        "file:///%C3",
        "file:///%ED%A0%80",
        "file:///%C0%AF",
    ] {
        assert_eq!(path_of(uri), None, "{uri}");
    }
}

#[test]
fn paths_are_file_uris() {
    for (path, uri) in [
        ("/", "file:///"),
        ("/home/x/a b.cml", "file:///home/x/a%20b.cml"),
        ("/-._~09AZaz", "file:///-._~09AZaz"),
        ("/é/𐐀", "file:///%C3%A9/%F0%90%90%80"),
        ("/a:@!$&'()*+,;=", "file:///a%3A%40%21%24%26%27%28%29%2A%2B%2C%3B%3D"),
        ("/%?#[]", "file:///%25%3F%23%5B%5D"),
        ("//a/./..//", "file:////a/./..//"),
        ("/a\n\\\"", "file:///a%0A%5C%22"),
    ] {
        assert_eq!(uri_of(path).unwrap().as_str(), uri);
        assert_eq!(path_of(uri).as_deref(), Some(path));
    }
    for path in ["", "a", "./a", "a/b", "/a\0b"] {
        assert_eq!(uri_of(path), None, "{path}");
    }
}

#[test]
fn all_characters_of_paths_return() {
    let all = (1..=0x2fff).chain(0xfff0..=0x1_00ff).filter_map(char::from_u32);
    for c in all.chain(['\u{10ffff}']) {
        let path = format!("/a{c}b");
        let uri = uri_of(&path).unwrap();
        assert!(uri.as_str().bytes().all(|byte| byte.is_ascii_graphic()));
        assert_eq!(path_of(uri.as_str()), Some(path));
    }
}
