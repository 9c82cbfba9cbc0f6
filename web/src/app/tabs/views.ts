import { isPlainPage } from '@tradehouse/contract';
import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
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
const loaded = new Map<string, LazyExoticComponent<ComponentType>>();

/** Pages that are made from their declaration alone have no file of their own. */
const PLAIN = '../../list/plainPage.tsx';
const fileOf = ({ component, url }: Shown): string =>
  isPlainPage(url) ? PLAIN : `../../views${component}.tsx`;

/** The view of a menu row, null where there is none. Loaded when it is first drawn. */
export function viewOf(page: Shown): LazyExoticComponent<ComponentType> | null {
  const component = fileOf(page);
  const load = files[component];
  if (load === undefined) return null;
  const known = loaded.get(component);
  if (known !== undefined) return known;
  const view = lazy(chunk(load));
  loaded.set(component, view);
  return view;
}
