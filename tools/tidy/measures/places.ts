// Location measures: one folder name per capability, pages without parts beside them, tables with one
// owner.
import fs from 'node:fs';
import path from 'node:path';
import { ROOT, type ProjectSource } from '../sources.ts';

/** Saved views belong to every list, so their folder is inside the folder of lists. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'web/src/savedView': 'web/src/list/savedView',
};

const FOLDERS = {
  domain: 'domain/src',
  contract: 'contract/src',
  server: 'server/src/modules',
  web: 'web/src',
} as const;

/** Folder name of each capability, with the rooms containing it. */
export const capabilities: Readonly<Record<string, readonly (keyof typeof FOLDERS)[]>> = {
  invoice: ['domain', 'contract', 'server', 'web'],
  bank: ['domain', 'contract', 'server', 'web'],
  closing: ['domain', 'contract', 'server', 'web'],
  logistics: ['domain', 'contract', 'server', 'web'],
  externalOrder: ['domain', 'contract', 'server', 'web'],
  catalog: ['domain', 'contract', 'server', 'web'],
  openApi: ['contract', 'server', 'web'],
  savedView: ['contract', 'server', 'web'],
};

/** Paths of folders missing for a capability in a room. */
export function missingFolders(): readonly string[] {
  return Object.entries(capabilities).flatMap(([name, rooms]) =>
    rooms
      .map((room) => `${FOLDERS[room]}/${name}`)
      .map((folder) => EXCEPTIONS[folder] ?? folder)
      .filter((folder) => !fs.existsSync(path.join(ROOT, folder))),
  );
}

const VIEWS = 'web/src/views/';

/** Files below the views that are no page: pages begin with a capital; tests follow their part. */
export const partsOfViews = (sources: readonly ProjectSource[]): readonly string[] =>
  sources
    .map((source) => source.path)
    .filter((file) => file.startsWith(VIEWS) && !/\/[A-Z]\w*\.tsx$|\.test\.tsx?$/.test(file));

const LONGEST_PAGE = 12;

/** Pages of more than twelve lines. */
export const longPages = (sources: readonly ProjectSource[]): readonly string[] =>
  sources
    .filter(({ path: file }) => file.startsWith(VIEWS) && /\/[A-Z]\w*\.tsx$/.test(file))
    .filter(({ text }) => text.trimEnd().split('\n').length > LONGEST_PAGE)
    .map(({ path: file }) => file);

const WIDEST = 110;

/** Number of lines wider than 110 columns. */
export const wideLines = (sources: readonly ProjectSource[]): number =>
  sources.reduce(
    (sum, { text }) => sum + text.split('\n').filter((line) => line.length > WIDEST).length,
    0,
  );
