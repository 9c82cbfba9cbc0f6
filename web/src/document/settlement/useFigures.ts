import type { DocumentAmounts } from '@tradehouse/domain';
import { useDeferredValue, useMemo } from 'react';
import type { GridStore } from '../grid/gridStore.ts';
import { useStore } from '../grid/useStore.ts';
import { isBlankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { lineInput, sharedTogether } from '../draft/priced.ts';
import { figuresOf, withSharedDiscount } from '../draft/settlement.ts';
import type { SettlementDraft, SettlementRules } from '../draft/settlement.ts';

/** The figures of some lines under a foot. */
export function figuresOfLines(
  lines: readonly LineDraft[],
  draft: SettlementDraft,
  rules: SettlementRules,
  depositLeft = '',
): DocumentAmounts {
  const own = sharedTogether(
    lines.filter((line) => !isBlankLine(line)),
    rules.pricing,
  );
  const shared = withSharedDiscount(draft, own, rules.pricing);
  return figuresOf(own.map(lineInput), shared, rules, depositLeft);
}

/** The live figures. They follow the lines at low priority: a key in the grid is drawn before they are. */
export function useFigures(
  store: GridStore<LineDraft>,
  draft: SettlementDraft,
  rules: SettlementRules,
  depositLeft = '',
): DocumentAmounts {
  const lines = useDeferredValue(useStore(store, store.values));
  return useMemo(
    () => figuresOfLines(lines, draft, rules, depositLeft),
    [lines, draft, rules, depositLeft],
  );
}
