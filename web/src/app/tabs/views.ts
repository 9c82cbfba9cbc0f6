import { isPlainPage } from '@tradehouse/contract';
import type { ComponentType } from 'react';
import { apart } from '../net/apart.tsx';
import type { Apart } from '../net/apart.tsx';
import { chunk } from '../net/chunks.ts';

interface Shown {
  readonly component: string;
  readonly url: string;
}

interface View {
  readonly default: ComponentType;
}

const files = import.meta.glob<View>([
  '../../views/**/*.tsx',
  '!../../views/user/**',
  '!../../views/**/*.test.tsx',
  '../../list/plainPage.tsx',
]);
const known = new Map<string, Apart<object>>();

/** Pages that are made from their declaration alone have no file of their own. */
const PLAIN = '../../list/plainPage.tsx';
const fileOf = ({ component, url }: Shown): string =>
  isPlainPage(url) ? PLAIN : `../../views${component}.tsx`;

function partOf(page: Shown): Apart<object> | null {
  const component = fileOf(page);
  const file = files[component];
  if (file === undefined) return null;
  const part = known.get(component) ?? apart(chunk(file));
  known.set(component, part);
  return part;
}

/** The view of a menu row, null where there is none. Fetched when it is first drawn, where that was not done before. */
export const viewOf = (page: Shown): ComponentType | null => partOf(page)?.Part ?? null;

/** Fetches a view before it is drawn. */
export const fetchView = async (page: Shown): Promise<void> => partOf(page)?.load();
