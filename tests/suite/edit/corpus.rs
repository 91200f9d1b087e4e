//! Real files, edited in every place.

use super::check_splices;
use crate::support::corpus;
use crate::syntax::readers::Readers;
use crate::syntax::resource::{files, read, suite};
use confc::edit::{Reason, SyntaxOrigin, rewrite, trees};
use confc::pointer::{Data, Tree};
use confc::syntax::{Document, Format, NodeId, SyntaxNode};
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn nothing_changes_where_nothing_is_asked_for() {
    let Some(folder) = corpus::folder("edits that change nothing") else { return };
    let real = files(&folder.join("k8s")).into_iter();
    let suite = suite::cases("edits that change nothing").unwrap_or_default();
    let suite = suite.into_iter().map(|case| (case.name, Format::Yaml, case.text));
    for (name, syntax, text) in real.chain(suite) {
        let Ok(resource) = read(syntax, &text) else { continue };
        let wanted = trees(&resource).unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
        let rewritten = rewrite(&resource, &wanted).unwrap_or_else(|refusal| panic!("{name}: {refusal:?}"));
        assert!(rewritten.splices.is_empty() && rewritten.text == text, "{name}");
    }
}

/// The scalars of a tree that stand in the resource.
fn scalars(tree: &Tree<SyntaxOrigin>, into: &mut Vec<NodeId>) {
    match (&tree.data, tree.mark) {
        (Data::Array(elements), _) => elements.iter().for_each(|element| scalars(element, into)),
        (Data::Object(members), _) => members.iter().for_each(|(_, value)| scalars(value, into)),
        (_, SyntaxOrigin::Source(node)) => into.push(node),
        (_, SyntaxOrigin::Aliased(_) | SyntaxOrigin::New(_) | SyntaxOrigin::Plain(_)) => {}
    }
}

/// Puts another value in the place of one.
fn set(tree: &mut Tree<SyntaxOrigin>, node: NodeId, data: &Data<SyntaxOrigin>) {
    if tree.mark == SyntaxOrigin::Source(node) {
        *tree = Tree { mark: SyntaxOrigin::New(None), data: data.clone() };
        return;
    }
    match &mut tree.data {
        Data::Array(elements) => elements.iter_mut().for_each(|element| set(element, node, data)),
        Data::Object(members) => {
            let keys: Vec<String> = members.iter().map(|(key, _)| key.to_owned()).collect();
            keys.iter().for_each(|key| set(members.get_mut(key).unwrap(), node, data));
        }
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => {}
    }
}

/// Replaces one scalar; gives the reason of a refusal.
fn replace(
    name: &str,
    resource: &Document,
    wanted: &[Tree<SyntaxOrigin>],
    node: NodeId,
    data: &Data<SyntaxOrigin>,
) -> Option<Reason> {
    let mut wanted = wanted.to_vec();
    wanted.iter_mut().for_each(|tree| set(tree, node, data));
    let rewritten = match rewrite(resource, &wanted) {
        Ok(rewritten) => rewritten,
        Err(refusal) => return Some(refusal.reason),
    };
    let text = resource.source().text();
    check_splices(text, &rewritten);
    let span = resource.syntax_node(node).span();
    for splice in &rewritten.splices {
        // What is absent is written behind what is in front of it; lines of a block, behind a comment.
        let between = text.get(span.end as usize..splice.start as usize);
        let near = splice.start == splice.end && between.is_some_and(|between| !between.contains('\n'));
        let inside = span.start <= splice.start && splice.end <= span.end;
        assert!(inside || near, "{name}: {splice:?} for {:?}", resource.syntax_node(node).raw());
    }
    None
}

#[test]
#[ignore = "slow: edits every scalar of the corpus"]
fn every_scalar_of_real_resources_can_be_replaced_alone() {
    let Some(folder) = corpus::folder("edits of real resources") else { return };
    let values = [
        Data::String("replaced: yes".into()),
        Data::String("two\nlines\n".into()),
        Data::Number("1e3".into()),
        Data::String("017".into()),
    ];
    let (mut replaced, mut refused) = (0, BTreeMap::<String, usize>::new());
    for (name, syntax, text) in files(&folder.join("k8s")) {
        let resource = read(syntax, &text).unwrap();
        let wanted = trees(&resource).unwrap();
        let mut nodes = Vec::new();
        wanted.iter().for_each(|tree| scalars(tree, &mut nodes));
        // Each costs as much as the file is long.
        let step = 1 + nodes.len() * text.len() / 1_000_000;
        for (number, node) in nodes.into_iter().enumerate().step_by(step) {
            let data = &values[number % values.len()];
            match replace(&name, &resource, &wanted, node, data) {
                None => replaced += 1,
                Some(reason) => *refused.entry(format!("{reason:?}")).or_default() += 1,
            }
        }
    }
    println!("{replaced} replaced, refused: {refused:?}");
    assert!(replaced > 1_400, "{replaced}");
    let others =
        refused.iter().filter(|(reason, _)| !matches!(reason.as_str(), "Shared" | "RepeatedKey" | "Tagged"));
    assert_eq!(others.count(), 0, "{refused:?}");
}

/// The first members of objects that are elements, where they have more than one: by element.
fn first_members<'r>(node: SyntaxNode<'r>, into: &mut Vec<(NodeId, &'r str)>) {
    for element in node.elements() {
        let mut members = element.members();
        if let (Some((first, _)), Some(_)) = (members.next(), members.next()) {
            into.push((element.id(), first.text()));
        }
    }
    node.members().map(|(_, value)| value).chain(node.elements()).for_each(|part| first_members(part, into));
}

/// The part of a tree that is this node.
fn part(tree: &mut Tree<SyntaxOrigin>, node: NodeId) -> Option<&mut Tree<SyntaxOrigin>> {
    if tree.mark == SyntaxOrigin::Source(node) {
        return Some(tree);
    }
    match &mut tree.data {
        Data::Array(elements) => elements.iter_mut().find_map(|element| part(element, node)),
        Data::Object(members) => members.values_mut().find_map(|value| part(value, node)),
        Data::Null | Data::Bool(_) | Data::Number(_) | Data::String(_) => None,
    }
}

#[test]
fn every_first_member_of_an_element_can_go() {
    let Some(folder) = corpus::folder("first members of real resources") else { return };
    let (mut removed, mut refused) = (0, BTreeMap::<String, usize>::new());
    for (_, syntax, text) in files(&folder.join("k8s")) {
        let resource = read(syntax, &text).unwrap();
        let wanted = trees(&resource).unwrap();
        let mut members = Vec::new();
        resource.syntax_roots().for_each(|root| first_members(root, &mut members));
        // Each costs as much as the file is long; an element with a comment in it is one to try.
        let step = 1 + members.len() * text.len() / 1_000_000;
        for (number, (element, key)) in members.into_iter().enumerate() {
            let commented = resource.syntax_node(element).raw().contains("\n")
                && resource.syntax_node(element).raw().contains('#');
            if number % step > 0 && !(commented && number % 10 == 0) {
                continue;
            }
            let mut wanted = wanted.to_vec();
            let Some(Data::Object(object)) =
                wanted.iter_mut().find_map(|tree| part(tree, element)).map(|part| &mut part.data)
            else {
                continue;
            };
            object.remove(key);
            match rewrite(&resource, &wanted) {
                Ok(rewritten) => {
                    check_splices(&text, &rewritten);
                    removed += 1;
                }
                Err(refusal) => *refused.entry(format!("{:?}", refusal.reason)).or_default() += 1,
            }
        }
    }
    println!("{removed} removed, refused: {refused:?}");
    assert!(removed > 250 && !refused.contains_key("NotInPlace"), "{removed} {refused:?}");
}

#[test]
#[ignore = "slow: asks other readers, in Python and Go"]
fn real_resources_are_to_all_readers_what_was_asked_for() {
    let Some(folder) = corpus::folder("real resources that other readers read") else { return };
    let readers = Readers::new("real resources that other readers read");
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for (name, syntax, text) in files(&folder.join("k8s")) {
        // Large ones take long to some; one of those ends in a block without a line break.
        if syntax != Format::Yaml
            || (text.len() > 8_000 && !name.ends_with("istio-install/base/install.yaml"))
        {
            continue;
        }
        // Each as it is, and without the line break at its end.
        for text in [text.as_str(), text.trim_end_matches('\n')] {
            let resource = read(syntax, text).unwrap();
            let mut wanted = trees(&resource).unwrap();
            let Some(Data::Object(last)) = wanted.last_mut().map(|last| &mut last.data) else { continue };
            last.insert(
                "added: last",
                Tree { mark: SyntaxOrigin::New(None), data: Data::String("0X2".into()) },
            );
            if let Ok(rewritten) = rewrite(&resource, &wanted) {
                before.push(text.to_owned());
                after.push(rewritten.text);
            }
        }
    }
    let mut checked = 0;
    for ((old, before), after) in before.iter().zip(readers.read(&before)).zip(readers.read(&after)) {
        for (name, said) in before {
            let Ok(mut wanted) = said else { continue };
            // One reader knows the first document alone.
            let first_alone =
                name.starts_with("sigs") && read(Format::Yaml, old).unwrap().syntax_roots().count() > 1;
            if let Some(last) = wanted.last_mut().and_then(Value::as_object_mut).filter(|_| !first_alone) {
                last.insert("'added: last".into(), "0X2".into());
            }
            assert_eq!(after[&name], Ok(wanted), "{name}: {old}");
            checked += 1;
        }
    }
    println!("{checked} opinions of {} texts", after.len());
    assert!(
        after.len() > 60 && (readers.is_empty() || checked > 2 * after.len()),
        "{checked} {}",
        after.len()
    );
}

#[test]
fn every_scalar_of_the_yaml_test_suite_is_replaced_alone_or_refused() {
    let Some(cases) = suite::cases("edits of the YAML test suite") else { return };
    let values = [Data::String("new".into()), Data::String("a\nb".into()), Data::Number("7".into())];
    let (mut replaced, mut refused) = (0, BTreeMap::<String, usize>::new());
    for case in &cases {
        let Ok(resource) = read(Format::Yaml, &case.text) else { continue };
        let Ok(wanted) = trees(&resource) else { continue };
        let mut nodes = Vec::new();
        wanted.iter().for_each(|tree| scalars(tree, &mut nodes));
        for node in nodes {
            for data in &values {
                match replace(&case.name, &resource, &wanted, node, data) {
                    None => replaced += 1,
                    Some(reason) => *refused.entry(format!("{reason:?}")).or_default() += 1,
                }
            }
        }
    }
    println!("{replaced} replaced, refused: {refused:?}");
    assert!(
        replaced > 1_500 && refused.get("NotInPlace").copied().unwrap_or(0) < 20,
        "{replaced} {refused:?}"
    );
}
