// Measures of searchability and readability. Each has a ceiling in ceilings.json that may only fall. `npm
// run ceilings` prints the measures; `-- --lower` writes fallen values into the ceilings; `-- --list
// <measure>` prints the counted places.
import fs from 'node:fs';
import path from 'node:path';
import * as names from './measures/names.ts';
import * as places from './measures/places.ts';
import * as prose from './measures/prose.ts';
import { rooms } from './rooms.ts';
import { readSourcesBelow, ROOT, type ProjectSource } from './sources.ts';
import { isGenerated, isTestFile } from './syntax.ts';

/** Value of a measure, with the counted places if any. */
interface TidyMeasure {
  readonly value: number;
  readonly counted?: readonly string[];
}

const countedMeasure = (counted: readonly string[]): TidyMeasure => ({
  value: counted.length,
  counted,
});
/** Shares are compared by the first decimal, so that lines rarely move them. */
const percentMeasure = (percent: number): TidyMeasure => ({ value: Math.round(10 * percent) / 10 });

function sharedNames(uses: names.NameUses): readonly string[] {
  return [...uses]
    .filter(([, files]) => files.size > 1)
    .toSorted(([, a], [, b]) => b.size - a.size)
    .map(([name, files]) => `${name}: ${[...files].join(' ')}`);
}

function measureNames(files: readonly names.FileNames[], of: string): Record<string, TidyMeasure> {
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

const isCodeFile = ({ path: file }: ProjectSource): boolean =>
  /\.tsx?$/.test(file) && !isGenerated(file);

/** Stories share no names with other files. */
const namedRooms = rooms.filter((room) => room !== 'e2e');

/** All measures of the project, by name. */
export function measureProject(): Readonly<Record<string, TidyMeasure>> {
  const sources = rooms.flatMap((room) => readSourcesBelow(room, ['.ts', '.tsx', '.sql']));
  const code = sources.filter((source) => isCodeFile(source) && !isTestFile(source.path));
  const declared = code.map(names.topLevelNames);
  const comments = code.flatMap(prose.commentsOf);
  const titles = sources
    .filter(({ path: file }) => /\.test\.tsx?$|^e2e\/.*\.ts$/.test(file))
    .flatMap(prose.testTitles);
  const decisions = readSourcesBelow('docs/decisions', ['.md']).map(prose.proseOf);
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
    'lines of more than 110 columns': { value: places.wideLines(sources.filter(isLiving)) },
  };
}

/** Merged migrations never change, so their lines are no payable debt. */
const isLiving = ({ path: file }: ProjectSource): boolean =>
  !isGenerated(file) && !file.startsWith('database/migrations/');

const FILE = path.join(ROOT, 'tools/tidy/ceilings.json');

/** Highest value allowed for each measure. */
export const readCeilings = (): Readonly<Record<string, number>> =>
  // SAFETY: the file is this project's; the ceilings test compares its keys with the measures.
  JSON.parse(fs.readFileSync(FILE, 'utf8')) as Record<string, number>;

function lowerCeilings(measures: Readonly<Record<string, TidyMeasure>>): void {
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
