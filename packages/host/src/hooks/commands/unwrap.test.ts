import { describe, expect, it } from 'vitest'
import { commandPattern } from './command-pattern'
import { whatRuns } from './unwrap'

/** What the guard makes of it: the pattern runs, may hide in what can't be read, or the command can't be read at all. */
function judged(pattern: string, command: string, stdin: string | null = null): string {
  const running = whatRuns(command, stdin)
  if (running.unread !== null) return `unread: it ${running.unread}`
  const { matches, mayHideIn } = commandPattern(pattern)
  if (matches(running)) return 'runs'
  return mayHideIn(running) ? 'unseen' : 'passes'
}

const RM = 'rm -rf x'

describe('rm -rf behind other programs', () => {
  it.each([
    // Flags of any length.
    'rm -rfvvvvvv b1',
    'rm -rfffffff b1',
    'rm -vvvvvvvvr -f b1',
    // env
    'env - rm -rf b2',
    'env -u A -S "rm -rf x"',
    'env A=1 -S "rm -rf x"',
    'env -iS "rm -rf x"',
    'env --split-string="rm -rf x"',
    'A+=1 rm -rf x',
    'A[1]=x rm -rf x',
    // Programs that start another one.
    'sudo --command-timeout 5 rm -rf x',
    'sudo --preserve-env=A -- rm -rf x',
    'chroot --userspec X / rm -rf x',
    'strace -f -o log rm -rf x',
    'unshare -n rm -rf x',
    'pkexec --user root rm -rf x',
    'runuser -u somebody -- rm -rf x',
    'taskset 0x1 rm -rf x',
    'setpriv --reuid 1000 rm -rf x',
    'npx rm -rf x',
    'coproc rm -rf x',
    'coproc NAME { rm -rf x; }',
    // Programs that nobody knows.
    'nobody-knows --with 3 rm -rf x',
    'poetry run rm -rf x',
    'kubectl exec pod -- rm -rf x',
    'docker exec web rm -rf x',
    'docker compose exec web sh -c "rm -rf x"',
    'npm exec -- rm -rf x',
    'nobody-knows sh -c "rm -rf x"',
    'nobody-knows -c "rm -rf x"',
    '$SUDO rm -rf x',
    // Programs that give a text to a shell.
    `watch 'rm -rf x'`,
    'watch -n 1 rm -rf x',
    `flock f -c 'rm -rf x'`,
    'flock f rm -rf x',
    `su --command='rm -rf x'`,
    `su - somebody --command 'rm -rf x'`,
    `script -c 'rm -rf x' log`,
    `script -qc 'rm -rf x'`,
    `runuser somebody -c 'rm -rf x'`,
    'ssh h -- rm -rf x',
    `ssh -p 22 h 'rm -rf x'`,
    `parallel 'rm -rf {}' ::: x`,
    `trap 'rm -rf x' EXIT`,
    `npx -c 'rm -rf x'`,
    `npx -y --call='rm -rf x'`,
    `npm exec -c 'rm -rf x'`,
    `git submodule foreach 'rm -rf x'`,
    `git submodule --quiet foreach --recursive 'cd y && rm -rf x'`,
    `git rebase -x 'rm -rf x' main`,
    `git filter-branch --tree-filter 'rm -rf x' HEAD`,
    'git bisect run rm -rf x',
    `tmux new -d 'rm -rf x'`,
    `tmux new-session -d -s work 'rm -rf x'`,
    'tmux neww -n name rm -rf x',
    `tmux send-keys -t work 'rm -rf x' Enter`,
    `screen -dm sh -c 'rm -rf x'`,
    'screen -dmS name rm -rf x',
    `concurrently 'ls' 'rm -rf x'`,
    `nodemon --exec 'rm -rf x'`,
    `nix-shell --run 'rm -rf x'`,
    // Loops over words.
    'for f in x y; do rm -rf $f; done',
    'for c in ls rm; do $c -rf x; done',
    'for c in ls rm\ndo\n  $c -rf x\ndone',
    'for a in l r; do for b in s m; do $a$b -rf x; done; done',
    'echo "$(for c in ls rm; do $c -rf x; done)"',
    `sh -c 'for c; do $c -rf x; done' _ ls rm`,
    'while true; do for c in ls rm; do $c -rf x; done; done',
    // Shells.
    `bash -co pipefail 'rm -rf x'`,
    `bash -o pipefail -c 'rm -rf x'`,
    `bash -c -e 'rm -rf x'`,
    `fish --command 'rm -rf x'`,
    `fish --command='rm -rf x'`,
    `csh -c 'rm -rf x'`,
    `rbash -c 'rm -rf x'`,
    `bash -c 'function f { rm -rf x; }; f'`,
    `bash -c 'f() { rm -rf x; }; f'`,
    `sh -c '"$@"' _ rm -rf x`,
    `sh -c '$1 -rf x' _ rm`,
    `sh -c 'set -- rm -rf x; "$@"'`,
    // What the text itself says.
    'X=rm; $X -rf y',
    `X='rm -rf'; $X y`,
    `X=r; X+=m; \${X} -rf y`,
    `\${X:-rm} -rf y`,
    'export X=rm; sh -c "\\$X -rf y"',
    `rm\${IFS}-rf\${IFS}x`,
    '{rm,-rf,x}',
    '{rm,-{r,f},x}',
    `$'\\x72m' -rf x`,
    `$'\\162m' -rf x`,
    `r$'\\u006d' -rf x`,
    '$(echo rm) -rf x',
    '`printf rm` -rf x',
    'sh -c "$(printf \'rm -rf x\')"',
    'eval "$(echo rm -rf x)"',
    // What is fed.
    `printf 'rm -rf x' | sh`,
    `printf 'rm -rf %s\\n' x | sh`,
    `printf '%s ' rm -rf x | sh`,
    `echo -e 'rm\\x20-rf x' | sh`,
    `echo 'rm -rf x' | bash -`,
    `echo 'rm -rf x' | bash +x`,
    `echo 'rm -rf x' | cat | tee log | sudo sh -s`,
    'cat <<E | sh\nrm -rf x\nE',
    'X=rm; sh <<E\n$X -rf x\nE',
    `sh <(printf 'rm -rf x')`,
    `source <(echo rm -rf x)`,
    `bash < <(echo rm -rf x)`,
    `. /dev/stdin <<< 'rm -rf x'`,
    `ssh h <<< 'rm -rf x'`,
    `at now <<< 'rm -rf x'`,
    'cat <<E\n$(rm -rf x)\nE',
    `sh -c 'cat <<E\n$(rm -rf x)\nE'`,
    `sh -c 'cat <<E\n\`rm -rf x\`\nE'`,
    `echo -rf x | xargs rm`,
    `echo 'rm -rf x' | xargs -I% sh -c %`,
    `echo rm | xargs -I{} sh -c '{} -rf x'`,
    `echo 'rm -rf x' | xargs -i sh -c '{}'`,
  ])('%s', (command) => {
    expect(judged('rm -rf', command)).toBe('runs')
  })

  it.each([
    ['bash -', RM],
    ['sh /dev/stdin', RM],
    ['bash /dev/fd/0', RM],
    ['bash +x', RM],
    ['bash -s -- a b', RM],
    ['sudo sh', RM],
    ['xargs rm', '-rf b7'],
    ['xargs -n 1 rm -r', '-f\nb7'],
    ['xargs -I% sh -c %', RM],
    ['sh -s rm', '$1 -rf x'],
  ])('%s, fed %j', (command, stdin) => {
    expect(judged('rm -rf', command, stdin)).toBe('runs')
  })

  it.each([
    `python -c 'print("rm -rf x")' | sh`,
    `sed 's/a/b/' <<< 'rm -rf x' | sh`,
    `echo 'rm -rf a' | tr a b | bash -`,
    `sh <(node -e 'console.log("rm -rf x")')`,
    `tac <<< 'rm -rf x' | xargs -I% sh -c %`,
  ])('can’t be told, and speaks of it: %s', (command) => {
    expect(judged('rm -rf', command)).toBe('unseen')
  })
})

describe('what is innocent', () => {
  it.each([
    'echo "rm -rf"',
    'echo rm -rf',
    `printf 'rm -rf %s' x`,
    `grep 'rm -rf' x`,
    'grep rm -rf x',
    'rg rm -r -f',
    `git commit -m "rm -rf"`,
    'git rm -rf cached',
    'git log -S "rm -rf"',
    `gh pr create --body 'rm -rf x'`,
    'npm rm -rf x',
    'docker rm -rf x',
    `node -e "console.log('rm -rf x')"`,
    `python3 -c "print('rm -rf x')"`,
    'sudo -l rm -rf x',
    'sudo -nl rm -rf x',
    'sh -n -c "rm -rf x"',
    'sh -nc "rm -rf x"',
    'bash -o noexec -c "rm -rf x"',
    'nice --help rm -rf',
    'env --version rm -rf',
    'command -v rm -rf',
    'man rm -rf',
    'timeout 5 grep rm -rf x',
    'sudo -u me echo rm -rf x',
    'cp -rf rm x',
    'sleep 1 | tee rm -rf',
    'curl -fsSL https://example.org/install.sh | sh',
    'grep -rl foo . | xargs rm -f',
    'find . -name rm -print0 | xargs -0 ls -rf',
    `cat <<'E'\n$(rm -rf x)\nE`,
    `sh -c 'echo "$1"' _ 'rm -rf x'`,
    'X=rm; echo $X -rf y',
    'for x in rm -rf; do echo $x; done',
    'unknown "rm -rf x"',
    'unknown rm',
    'ls {rm,-rf,x}',
    `echo '{rm,-rf,x}'`,
    'find . -name "*.ts" -newer rm',
    `echo "$(echo rm -rf x)"`,
    'make clean -rf',
    'apt-get install rm -rf',
    'sudo apt-get -y install rm -rf x',
    'brew install rm -rf',
    'cargo install rm -rf',
    'pytest -k rm -rf',
    `npx eslint -c 'rm -rf x'`,
    `git submodule add 'rm -rf x'`,
    `git commit -m 'foreach rm -rf x'`,
    `tmux rename-window 'rm -rf x'`,
    'for x in rm -rf; do ls $x; done',
    'for c in rm; do echo $c -rf x; done; ls -rf x',
  ])('%s', (command) => {
    expect(judged('rm -rf', command)).toBe('passes')
  })

  it('a shell that is fed without a word of it', () => {
    expect(judged('rm -rf', 'bash', 'make test\n')).toBe('passes')
    expect(judged('rm -rf', 'sh script.sh', RM)).toBe('passes')
    expect(judged('rm -rf', 'cat', RM)).toBe('passes')
  })
})

describe('what can’t be read is said to be so', () => {
  const deep = 'it is nested too deeply'
  it.each([
    ['25 × env', `${'env '.repeat(25)}rm -rf x`, deep],
    ['100,000 × env', `${'env '.repeat(100_000)}rm -rf x`, 'it is too long'],
    ['scripts in scripts', '$('.repeat(25) + RM, deep],
    ['200,001 words', `true ${'a '.repeat(200_001)}; rm -rf x`, 'it is too long'],
    ['100,000 × -exec', `find ${'-exec '.repeat(100_000)}`, 'it is too long'],
    ['a text of 5 million letters', `echo ${'a'.repeat(5_000_000)}`, 'it is too long'],
    ['a variable that doubles', `X=aaaaaaaaaa; ${'X=$X$X; '.repeat(40)}`, 'it is too long'],
    ['a variable that doubles in quotes', `X=aaaaaaaaaa; ${'X="$X$X"; '.repeat(40)}`, 'it is too long'],
    ['lists that multiply', '{a,b}'.repeat(20), 'it expands into too many words'],
  ])('%s', (_name, command, unread) => {
    const started = performance.now()
    expect(judged('rm -rf', command)).toBe(`unread: ${unread}`)
    expect(performance.now() - started).toBeLessThan(3_000)
  })

  it('variables that the call gives are filled in', () => {
    const running = whatRuns('sh -c "$F -rf x"', null, { F: 'rm' })
    expect(commandPattern('rm -rf').matches(running)).toBe(true)
  })

  it.each([
    ['loops in loops', `${'for a in 1 2 3 4 5 6 7 8 9; do '.repeat(15)}ls${'; done'.repeat(15)}`],
    ['loops without an end', 'for a in 1 2; do '.repeat(20_000)],
    ['ends without a loop', 'done;'.repeat(100_000)],
    ['a loop over many words', `for a in ${'x '.repeat(100_000)}; do ls $a; done`],
    ['names of functions', 'a(){b;};'.repeat(100_000)],
    ['semicolons', ';'.repeat(1_000_000)],
    ['a script that runs itself', `X='eval "$X"; eval "$X"'; eval "$X"`],
    ['a million open braces', `echo ${'{'.repeat(1_000_000)}`],
    ['a long list of shells', 'echo x | sh | '.repeat(20_000)],
    ['long pipes into shells', 'a | sh | '.repeat(20_000)],
    ['backslashes', '\\'.repeat(1_000_001)],
    ['dollars', '$'.repeat(1_000_000)],
    ['backticks', '`'.repeat(1_000_001)],
    ['here-documents', 'a <<E\n'.repeat(50_000)],
    ['substituted files', `sh ${'<(a '.repeat(50_000)}`],
  ])('an end comes to %s', { timeout: 120_000 }, (_name, command) => {
    const before = process.cpuUsage()
    whatRuns(command, command)
    const { user, system } = process.cpuUsage(before)
    // What grows with the square of these takes minutes of the processor; what it waits for others is not counted.
    expect((user + system) / 1_000).toBeLessThan(10_000)
  })
})

describe('other patterns', () => {
  it.each([
    ['dd of=/dev/sd*', 'dd if=x of=/dev/./sda', 'runs'],
    ['dd of=/dev/sd*', 'dd if=x of=/dev/../dev//sda', 'runs'],
    ['> /dev/sd*', 'cat x | tee /dev/sda', 'runs'],
    ['> /dev/sd*', 'sudo tee -a /dev//sda', 'runs'],
    ['> /dev/sd*', 'cat x > /dev/./sda', 'runs'],
    ['> /dev/sd*', 'tee sda', 'passes'],
    ['systemctl poweroff', 'sudo systemctl poweroff', 'runs'],
    ['systemctl poweroff', 'systemctl status poweroff.target', 'passes'],
    ['reboot', 'sudo --command-timeout 5 reboot', 'runs'],
    ['reboot', 'strace -o log reboot', 'runs'],
    ['reboot', 'unknown reboot', 'passes'],
    ['reboot', 'python -c "print(1)" reboot | sh', 'unseen'],
    ['rm -rf /', 'rm -rf /tmp/..', 'runs'],
    ['rm -rf /', 'rm -rf /./', 'runs'],
    ['rm -rf /', 'rm -rf ./', 'passes'],
    ['rm -rf /', 'rm -rf ../', 'passes'],
    [':(){ :|:& };:', 'bomb(){ bomb|bomb& };bomb', 'runs'],
    [':(){ :|:& };:', 'function bomb { bomb | bomb & }; bomb', 'runs'],
    [':(){ :|:& };:', 'bomb() {\n  bomb | bomb &\n}\nbomb', 'runs'],
    [':(){ :|:& };:', 'echo hi; bomb(){ bomb|bomb& };bomb', 'runs'],
    [':(){ :|:& };:', 'build(){ lint|test& };build', 'passes'],
    [':(){ :|:& };:', 'a(){ b|b& };b(){ a; };a', 'passes'],
    [':(){ :|:& };:', `python -c 'print(":(){ :|:& };:")' | sh`, 'unseen'],
  ])('%j on %j: %s', (pattern, command, expected) => {
    expect(judged(pattern, command)).toBe(expected)
  })
})
