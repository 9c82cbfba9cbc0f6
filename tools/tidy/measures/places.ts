// Where things are: one folder name for a capability in all rooms, pages without parts beside them, tables with one owner.
import fs from 'node:fs';
import path from 'node:path';
import { ROOT, type Source } from '../sources.ts';

const FOLDERS = {
  domain: 'domain/src',
  contract: 'contract/src',
  server: 'server/src/modules',
  web: 'web/src',
} as const;

/** A capability's folder name, and the rooms that have something of it. */
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

/** Folders that a capability lacks in a room, as paths. */
export function missingFolders(): readonly string[] {
  return Object.entries(capabilities).flatMap(([name, rooms]) =>
    rooms
      .map((room) => `${FOLDERS[room]}/${name}`)
      .filter((folder) => !fs.existsSync(path.join(ROOT, folder))),
  );
}

const VIEWS = 'web/src/views/';

/** Files below the views that are no page: a page begins with a capital, a test goes with its part. */
export const partsOfViews = (sources: readonly Source[]): readonly string[] =>
  sources
    .map((source) => source.path)
    .filter((file) => file.startsWith(VIEWS) && !/\/[A-Z]\w*\.tsx$|\.test\.tsx?$/.test(file));

const LONGEST_PAGE = 12;

/** Pages of more than twelve lines. */
export const longPages = (sources: readonly Source[]): readonly string[] =>
  sources
    .filter(({ path: file }) => file.startsWith(VIEWS) && /\/[A-Z]\w*\.tsx$/.test(file))
    .filter(({ text }) => text.trimEnd().split('\n').length > LONGEST_PAGE)
    .map(({ path: file }) => file);

const WIDEST = 110;

/** Number of lines that are wider than 110 columns. */
export const wideLines = (sources: readonly Source[]): number =>
  sources.reduce(
    (sum, { text }) => sum + text.split('\n').filter((line) => line.length > WIDEST).length,
    0,
  );
