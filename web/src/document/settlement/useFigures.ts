import type { DocumentAmounts } from '@tradehouse/domain';
import { useDeferredValue, useMemo } from 'react';
import type { GridStore } from '../grid/gridStore.ts';
import { useStore } from '../grid/useStore.ts';
import { isBlankLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { lineInput, sharedTogether } from '../draft/priced.ts';
import { computeSettlementFigures, withSharedDiscount } from '../draft/settlement.ts';
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
  return computeSettlementFigures(own.map(lineInput), shared, rules, depositLeft);
}

/** Computes live figures at low priority: grid keys are drawn first. */
export function useSettlementFigures(
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
