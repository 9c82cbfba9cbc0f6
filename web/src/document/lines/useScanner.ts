import { useState } from 'react';
import { useWhileInFront } from '../../app/tabs/front.tsx';
import type { GridStore } from '../grid/gridStore.ts';
import type { Shape } from '../grid/gridState.ts';
import { lookUpScans } from '../product/serialSearch.ts';
import type { Scanned } from '../product/serialSearch.ts';
import { beep } from '../scan/beep.ts';
import { createScanner } from '../scan/scanner.ts';
import type { Scanner } from '../scan/scanner.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { scansApplied } from './lineService.ts';
import type { LineWorld } from './lineService.ts';

/** A scanner that puts what it reads on the lines, barcodes and, where goods leave, serials. Behind other pages scans wait; none is dropped. */
export function useScanner(
  store: GridStore<LineDraft>,
  shape: () => Shape<LineDraft>,
  world: () => LineWorld,
  takesSerials: boolean,
): Scanner {
  const [scanner] = useState(() =>
    createScanner<Scanned>({
      lookup: (codes) => lookUpScans(codes, world(), takesSerials),
      apply: (scans) => {
        const { grid, results } = scansApplied(store.grid(), shape(), world(), scans);
        store.change(() => grid);
        return results;
      },
      onRefused: beep,
    }),
  );
  useWhileInFront(scanner.resume);
  return scanner;
}
