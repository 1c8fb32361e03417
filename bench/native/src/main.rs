// ! Native libraries as contestants of bench/compare: commands on stdin, one a line, an answer a
// line on stdout. ! ! `systems` lists `NAME=VERSION`. `load ID SYSTEM TASK FILE` decodes an input:
// `ready`, or `lacking` what is not here. ! `run ID TIMES` does the task so many times on this
// thread: `RESULT MILLISECONDS`, the result in hexadecimal and the ! time of one. `drop ID` forgets
// it. Inputs are decoded before the clock starts, results encoded after it has stopped.

mod additions;
mod arkworks;
mod blst;
mod blst_pairing;
mod halo2curves;
mod input;
mod libsecp256k1;
mod task;

use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use task::Task;

const SYSTEMS: &str = "blst=0.3.17 libsecp256k1=0.3.1-dev arkworks=0.6.0 halo2curves=0.10.0";

fn load(system: &str, task: &str, path: &str) -> Option<Task> {
    let bytes = std::fs::read(path).expect("a readable file");
    match system {
        "blst" => blst::load(task, &bytes).or_else(|| blst_pairing::load(task, &bytes)),
        "libsecp256k1" => libsecp256k1::load(task, &bytes),
        "arkworks" => arkworks::load(task, &bytes),
        "halo2curves" => halo2curves::load(task, &bytes),
        _ => None,
    }
}

fn answer(line: &str, tasks: &mut HashMap<String, Task>) -> String {
    match line.split(' ').collect::<Vec<_>>()[..] {
        ["systems"] => SYSTEMS.to_string(),
        ["load", id, system, task, path] => match load(system, task, path) {
            Some(task) => {
                tasks.insert(id.to_string(), task);
                "ready".to_string()
            }
            None => "lacking".to_string(),
        },
        ["run", id, times] => {
            let task = tasks.get_mut(id).expect("a loaded task");
            let (result, milliseconds) = task(times.parse().expect("`run ID TIMES`"));
            let hex: String = result.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{hex} {milliseconds}")
        }
        ["drop", id] => {
            tasks.remove(id);
            "dropped".to_string()
        }
        _ => panic!("expected a command, got `{line}`"),
    }
}

fn main() {
    let mut tasks = HashMap::new();
    for line in io::stdin().lock().lines() {
        println!("{}", answer(&line.expect("text on stdin"), &mut tasks));
        io::stdout().flush().expect("an open stdout");
    }
}
