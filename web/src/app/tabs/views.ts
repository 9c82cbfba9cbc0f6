import type { ComponentType, LazyExoticComponent } from 'react';
import { lazy } from 'react';
import { chunk } from '../net/chunks.ts';

interface View {
  readonly default: ComponentType;
}

const files = import.meta.glob<View>([
  '../../views/**/*.tsx',
  '!../../views/user/**',
  '!../../views/**/*.test.tsx',
]);
const loaded = new Map<string, LazyExoticComponent<ComponentType>>();

/** The view a menu row names by its component path, null where there is no such file. Loaded when it is first drawn. */
export function viewOf(component: string): LazyExoticComponent<ComponentType> | null {
  const load = files[`../../views${component}.tsx`];
  if (load === undefined) return null;
  const known = loaded.get(component);
  if (known !== undefined) return known;
  const view = lazy(chunk(load));
  loaded.set(component, view);
  return view;
}
