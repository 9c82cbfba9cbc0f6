// Groups of modules built into a single file each. Without groups, a module shared by some pages is a file of
// its own: a page loaded about 130 files, most of them smaller than 2 kB, and each costs a request.
import type { Rolldown } from 'vite';

type BuiltFiles = Rolldown.RolldownOutput['output'];

const SIGN_IN = /\/web\/index\.html$/;
const SHELL = /\/web\/src\/layouts\/Shell(Chinese|English)\.ts$/;
/** Loaded until the home page stands after the sign-in. */
const HOME = /\/web\/src\/(layouts\/(Shell|NoticesHost)|phrase\/|views\/dashboard\/Analysis)/;
const PAGE = /\/web\/src\/views\//;
/** Share of the pages that load a module of the groups for all pages. */
const MOST = 0.8;

/**
 * Returns the group of each grouped module id, from the files built without groups. A group holds every
 * import of its modules, or an earlier group does: no two files import each other. No group of later pages
 * has a module loaded by the sign-in page or the home page.
 */
export function codeGroups(output: BuiltFiles): ReadonlyMap<string, string> {
  const files = new Map<string, Rolldown.OutputChunk>();
  for (const file of output) if (file.type === 'chunk') files.set(file.fileName, file);
  const entries = [...files.values()].filter(
    ({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry,
  );
  const loads = entries.map(({ facadeModuleId, fileName }) => ({
    source: facadeModuleId ?? '',
    modules: listLoadedModules(files, fileName),
  }));
  // A file loaded on demand is requested at another address after a failure: no other file may contain it.
  const alone = new Set(entries.flatMap(({ moduleIds }) => moduleIds));

  const loadsOf = (source: RegExp) => loads.filter((load) => source.test(load.source));
  const [signIn, shell, home, pages] = [
    loadsOf(SIGN_IN),
    loadsOf(SHELL),
    loadsOf(HOME),
    loadsOf(PAGE),
  ];
  const groupOf = (id: string): string | null => {
    if (alone.has(id)) return null;
    if (shareOf(signIn, id) === 1) return 'signIn';
    if (shareOf(shell, id) === 1) return 'shell';
    if (shareOf(pages, id) < MOST) return null;
    return shareOf(home, id) > 0 ? 'common' : 'pages';
  };
  const groups = new Map<string, string>();
  for (const id of new Set(loads.flatMap(({ modules }) => [...modules]))) {
    const group = groupOf(id);
    if (group !== null) groups.set(id, group);
  }
  return groups;
}

/** Modules loaded with the file of an entry. */
interface EntryLoad {
  readonly source: string;
  readonly modules: ReadonlySet<string>;
}

const shareOf = (loads: readonly EntryLoad[], id: string): number =>
  loads.filter(({ modules }) => modules.has(id)).length / loads.length;

function listLoadedModules(
  files: ReadonlyMap<string, Rolldown.OutputChunk>,
  entry: string,
): ReadonlySet<string> {
  // A set also visits what is added during the loop.
  const loaded = new Set([entry]);
  for (const file of loaded) for (const each of files.get(file)?.imports ?? []) loaded.add(each);
  return new Set([...loaded].flatMap((file) => files.get(file)?.moduleIds ?? []));
}
