// Measures of how well the code base can be searched and read. Each has a ceiling in ceilings.json that may only fall.
// `npm run ceilings` prints the measures; with `-- --lower` it writes those that fell as the new ceilings, and with
// `-- --list <measure>` it prints what a measure counts.
import fs from 'node:fs';
import path from 'node:path';
import * as names from './measures/names.ts';
import * as places from './measures/places.ts';
import * as prose from './measures/prose.ts';
import { foreignTables } from './measures/tableOwners.ts';
import { rooms } from './rooms.ts';
import { filesBelow, ROOT, type Source } from './sources.ts';
import { isGenerated, isTestFile } from './syntax.ts';

/** One figure, and the places that it counts where it counts any. */
interface Measure {
  readonly value: number;
  readonly counted?: readonly string[];
}

const countedMeasure = (counted: readonly string[]): Measure => ({
  value: counted.length,
  counted,
});
/** A share is compared by its first decimal, so that it does not move with every line. */
const percentMeasure = (percent: number): Measure => ({ value: Math.round(10 * percent) / 10 });

function sharedNames(uses: names.NameUses): readonly string[] {
  return [...uses]
    .filter(([, files]) => files.size > 1)
    .toSorted(([, a], [, b]) => b.size - a.size)
    .map(([name, files]) => `${name}: ${[...files].join(' ')}`);
}

function measureNames(files: readonly names.FileNames[], of: string): Record<string, Measure> {
  const functions = names.usesOfNames(files, 'functions');
  const types = names.usesOfNames(files, 'types');
  return {
    [`${of}: functions that share a name, %`]: {
      ...percentMeasure(names.percentShared(functions)),
      counted: sharedNames(functions),
    },
    [`${of}: function names of one word, %`]: {
      ...percentMeasure(names.percentOfOneWord(functions)),
      counted: names.oneWordNames(functions),
    },
    [`${of}: types that share a name, %`]: {
      ...percentMeasure(names.percentShared(types)),
      counted: sharedNames(types),
    },
  };
}

const isCode = ({ path: file }: Source): boolean => /\.tsx?$/.test(file) && !isGenerated(file);

/** Stories stand in no other file's way: their names are their own. */
const namedRooms = rooms.filter((room) => room !== 'e2e');

/** Every measure of the project, by its name. */
export function measureProject(): Readonly<Record<string, Measure>> {
  const sources = rooms.flatMap((room) => filesBelow(room, ['.ts', '.tsx', '.sql']));
  const code = sources.filter((source) => isCode(source) && !isTestFile(source.path));
  const declared = code.map(names.topLevelNames);
  const comments = code.flatMap(prose.commentsOf);
  const titles = sources
    .filter(({ path: file }) => /\.test\.tsx?$|^e2e\/.*\.ts$/.test(file))
    .flatMap(prose.testTitles);
  const decisions = filesBelow('docs/decisions', ['.md']).map(prose.proseOf);
  const unclear = prose.unclearTitles(titles);
  return {
    ...measureNames(declared, 'all rooms'),
    ...Object.assign(
      {},
      ...namedRooms.map((room) =>
        measureNames(
          declared.filter(({ path: file }) => file.startsWith(`${room}/`)),
          room,
        ),
      ),
    ),
    'comments: words without their noun, %': percentMeasure(prose.percentPronouns(comments)),
    'comments: sentences without their subject': { value: prose.hiddenSubjects(comments) },
    'titles: words without their noun, %': percentMeasure(prose.percentPronouns(titles)),
    'titles: three or more words without their noun': countedMeasure(unclear),
    'decisions: words without their noun, %': percentMeasure(prose.percentPronouns(decisions)),
    'decisions: sentences without their subject': { value: prose.hiddenSubjects(decisions) },
    'folders: capabilities without their folder in a room': countedMeasure(places.missingFolders()),
    'views: files that are no page': countedMeasure(places.partsOfViews(sources)),
    'views: pages of more than 12 lines': countedMeasure(places.longPages(sources)),
    'tables: read or written by a module that does not own them': countedMeasure(
      foreignTables(code),
    ),
    'lines of more than 110 columns': { value: places.wideLines(sources.filter(isLiving)) },
  };
}

/** Merged migrations never change, so their lines are no debt that can be paid. */
const isLiving = ({ path: file }: Source): boolean =>
  !isGenerated(file) && !file.startsWith('database/migrations/');

const FILE = path.join(ROOT, 'tools/tidy/ceilings.json');

/** The highest value that each measure may have. */
export const readCeilings = (): Readonly<Record<string, number>> =>
  // SAFETY: the file is this project's own, and the test of ceilings compares its keys with the measures.
  JSON.parse(fs.readFileSync(FILE, 'utf8')) as Record<string, number>;

function lowerCeilings(measures: Readonly<Record<string, Measure>>): void {
  const before = fs.existsSync(FILE) ? readCeilings() : {};
  const lowered = Object.fromEntries(
    Object.entries(measures).map(([name, { value }]) => [
      name,
      Math.min(value, before[name] ?? value),
    ]),
  );
  fs.writeFileSync(FILE, `${JSON.stringify(lowered, null, 2)}\n`);
}

if (import.meta.main) {
  const measures = measureProject();
  const [option, wanted = ''] = process.argv.slice(2);
  if (option === '--lower') lowerCeilings(measures);
  if (option === '--list') console.log((measures[wanted]?.counted ?? []).join('\n'));
  else for (const [name, { value }] of Object.entries(measures)) console.log(`${value}\t${name}`);
}
