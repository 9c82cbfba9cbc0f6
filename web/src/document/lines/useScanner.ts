import { useState } from 'react';
import { useWhileInFront } from '../../app/tabs/front.tsx';
import type { GridStore } from '../grid/gridStore.ts';
import type { GridShape } from '../grid/gridState.ts';
import { lookUpScans } from '../product/serialSearch.ts';
import type { ScannedProduct } from '../product/serialSearch.ts';
import { playErrorBeep } from '../scan/beep.ts';
import { createScanner } from '../scan/scanner.ts';
import type { Scanner } from '../scan/scanner.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { scansApplied } from './scannedLines.ts';
import type { LineLookupContext } from './lineService.ts';

/**
 * Creates a scanner for lines: barcodes, GS1 codes and, on issues, serials. Behind other pages scans wait;
 * none is dropped.
 */
export function useScanner(
  store: GridStore<LineDraft>,
  shape: () => GridShape<LineDraft>,
  world: () => LineLookupContext,
  issues: boolean,
): Scanner {
  const [scanner] = useState(() =>
    createScanner<ScannedProduct>({
      lookup: (codes) => lookUpScans(codes, world(), issues),
      apply: (scans) => {
        const { grid, results } = scansApplied(store.grid(), shape(), world(), scans);
        store.change(() => grid);
        return results;
      },
      onRefused: playErrorBeep,
    }),
  );
  useWhileInFront(scanner.resume);
  return scanner;
}
