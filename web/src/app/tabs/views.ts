import type { ComponentType } from 'react';
import { createLazyPart } from '../net/apart.tsx';
import type { LazyPart } from '../net/apart.tsx';
import { createChunkLoader } from '../net/chunks.ts';

interface ViewAddress {
  readonly component: string;
}

interface ViewModule {
  readonly default: ComponentType;
}

const files = import.meta.glob<ViewModule>([
  '../../views/**/*.tsx',
  '!../../views/user/**',
  '!../../views/**/*.test.tsx',
  '../../list/plainPage.tsx',
]);
const known = new Map<string, LazyPart<object>>();

/** Shows pages made from their declaration alone, and for a page without declaration that none exists. */
const PLAIN = '../../list/plainPage.tsx';
const viewFileOf = ({ component }: ViewAddress): string => {
  const file = `../../views${component}.tsx`;
  return file in files ? file : PLAIN;
};

function viewPartOf(page: ViewAddress): LazyPart<object> {
  const component = viewFileOf(page);
  const part = known.get(component) ?? createLazyPart(createChunkLoader(requireFile(component)));
  known.set(component, part);
  return part;
}

function requireFile(component: string): () => Promise<ViewModule> {
  const file = files[component];
  if (file === undefined) throw new Error(`no view ${component}`);
  return file;
}

/** View of a menu row. Fetched at first render unless prefetched. */
export const viewComponentOf = (page: ViewAddress): ComponentType => viewPartOf(page).Part;

/** Fetches a view before rendering. */
export const fetchView = (page: ViewAddress): Promise<void> => viewPartOf(page).load();
