// The way into every command: `node tools/enter.mjs <command> [arguments]`. It runs on any Node from 20 on and needs
// no package: it installs what is missing, then runs the command on the Node that the project brings.

import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Command → the file that runs it. A new command is a line here and one in package.json. */
const commands = {
  start: 'tools/start.ts',
  test: 'tools/test.ts',
  verify: 'tools/verify.ts',
  'back-test': 'tools/backTest/main.ts',
  ceilings: 'tools/tidy/ceilings.ts',
  'import-jsherp': 'tools/import-jsherp/main.ts',
  'tenant:export': 'tools/tenant/export.ts',
  'tenant:import': 'tools/tenant/import.ts',
  bench: 'bench/main.ts',
  'bench:sheet': 'bench/sheet.ts',
  'bench:sockets': 'bench/sockets.ts',
  'bench:web': 'bench/web.ts',
  'bench:jsherp': 'bench/jsherp.ts',
  'soak:migration': 'bench/migration/main.ts',
  model: 'bench/model.ts',
  cluster: 'tools/cluster.ts',
  'cluster:drill': 'tools/cluster/drill.ts',
  crash: 'tools/crash/main.ts',
  rolling: 'tools/rolling/main.ts',
  'db-types': 'tools/dbTypes.ts',
};

const [command = '', ...rest] = process.argv.slice(2);
const file = Object.hasOwn(commands, command) ? commands[command] : undefined;
if (file === undefined) {
  fail(`Say one of: ${Object.keys(commands).join(', ')}.`);
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node ${process.versions.node} is too old to begin with: 20 or newer is needed.`);
}
installWhatIsMissing();
run(projectNode(), [`${root}${file}`, ...rest]);

function installWhatIsMissing() {
  const stamp = `${root}node_modules/.tradehouse-install`;
  const wanted = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (isComplete()) return;
  console.log('Installing what is missing; this takes a minute the first time …');
  // Asked for by name, since NODE_ENV or a user's npm settings may leave them out and the product needs both.
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--include=optional', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) fail('The packages could not be installed; npm says why above.');
  writeFileSync(stamp, wanted);
}

/** Whether a plain `npm ci` has left here all that the lockfile names for this machine. npm writes down last what it put. */
function isComplete() {
  const left = `${root}node_modules/.package-lock.json`;
  if (!existsSync(left)) return false;
  try {
    const present = packagesIn(left);
    return Object.entries(packagesIn(`${root}package-lock.json`)).every(([path, wanted]) => {
      const own = present[path];
      if (own === undefined) return path === '' || (wanted.optional === true && !isForHere(wanted));
      const same = own.version === wanted.version && own.integrity === wanted.integrity;
      return same && existsSync(`${root}${path}`);
    });
  } catch {
    return false;
  }
}

function packagesIn(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

/** Made for this very system. What names none is only wanted by others, which say for themselves whether they are. */
function isForHere({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  const fits = (list, here) => list === undefined || list.includes(here);
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, libcHere());
}

function libcHere() {
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

function projectNode() {
  const own = `${root}node_modules/.bin/node`;
  const works = existsSync(own) && spawnSync(own, ['--version']).status === 0;
  if (works) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  return fail(
    `The Node 24 that the project brings does not run on ${process.platform} ${process.arch}: install Node 24 and try again.`,
  );
}

function run(node, args) {
  // The channel tells the command when this process is killed, so that nothing is left running.
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Compiled once per version of a file: a start loads a thousand files.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/node-compile`, ...process.env },
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
  // npm's shell passes no signal on, and a killed npm can't: its end is seen by who this process belongs to.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => {
    process.exit(code ?? (signal === 'SIGINT' ? 130 : 143));
  });
}

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
