import { useEffect, useState } from 'react';
import type { GridStore } from '../grid/gridStore.ts';
import type { Shape } from '../grid/sheet.ts';
import { lookUp } from '../product/productSearch.ts';
import { beep } from '../scan/beep.ts';
import { createScanner } from '../scan/scanner.ts';
import type { Scanner } from '../scan/scanner.ts';
import type { LineDraft, LineProduct } from './lineDraft.ts';
import { scansApplied } from './lineService.ts';
import type { LineWorld } from './lineService.ts';

/** A scanner that puts what it reads on the lines. While the page is hidden scans wait; none is dropped. */
export function useScanner(
  store: GridStore<LineDraft>,
  shape: () => Shape<LineDraft>,
  world: () => LineWorld,
): Scanner {
  const [scanner] = useState(() =>
    createScanner<LineProduct>({
      lookup: (codes) => lookUp(codes, world()),
      apply: (scans) => {
        const { sheet, results } = scansApplied(store.sheet(), shape(), world(), scans);
        store.change(() => sheet);
        return results;
      },
      onRefused: beep,
    }),
  );
  useEffect(() => scanner.resume(), [scanner]);
  return scanner;
}
