/**
 * The {@code demilune} command: what the library does, for people and scripts at a terminal.
 *
 * <p>Last in the flow: every command reads its options, checks all of them, and then calls the
 * library once. {@link dev.demilune.cli.Main} is the class to open first; there is one class per
 * command, and {@link dev.demilune.cli.TrainCommand} shows the order that all of them keep: check
 * the arguments, spend, and only then open the rows.
 *
 * <p>Promises: standard output carries the result and nothing else (with {@code --json}, one
 * object); notes, progress and faults go to standard error; an output file appears complete or not
 * at all; a fault is one sentence and an exit code, never a stack trace unless {@code --debug} asks
 * for it; and no message quotes a cell of a table.
 *
 * <p>Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the ledger refused the spend, 130 interrupted.
 */
package dev.demilune.cli;
