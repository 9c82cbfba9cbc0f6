import type { LabelTemplate } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSettings } from '../../app/settings/settings.ts';
import { priceText, withSign } from '../../control/format.ts';
import { t } from '../../phrase/index.ts';
import type { DrawCode } from '../codes.ts';
import { codesOfLabels } from '../codes.ts';
import { fonts } from '../sheetStyle.ts';
import { labelMarks } from './drawing.ts';
import type { LabelFacts, LabelWords, LabelMark } from './drawing.ts';
import type { TextMeasure } from './fit.ts';

/** Returns the function that draws codes; null until loaded. */
export function useDrawCode(): DrawCode | null {
  const { data } = useQuery({
    queryKey: ['labelCodes'],
    queryFn: codesOfLabels,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

const EM = 100;

/** Measures texts by the browser's print rendering. */
export function createTextMeasure(): TextMeasure {
  const context = document.createElement('canvas').getContext('2d');
  return (text, bold) => {
    // Without a canvas letters count as wide as high: nothing exceeds its box.
    if (context === null) return [...text].length;
    context.font = `${bold ? 600 : 400} ${EM}px ${fonts}`;
    return context.measureText(text).width / EM;
  };
}

/** Returns the words on labels except the goods. */
export function useLabelWords(): LabelWords {
  const { companyName, currencySymbol, currencyDigits } = useSettings();
  return useMemo(
    () => ({
      company: companyName,
      priced: (price) => withSign(priceText(price, currencyDigits), currencySymbol),
      nameOf: (field) => t(`label.field.${field}`),
      problem: (problem, field, text) =>
        t(`label.problem.${problem}`, { field: t(`label.field.${field}`), text }),
    }),
    [companyName, currencySymbol, currencyDigits],
  );
}

/** Row to draw, and the template. */
export interface LabelRow {
  readonly template: LabelTemplate;
  readonly facts: LabelFacts;
}

export function useMarks(rows: readonly LabelRow[]): readonly (readonly LabelMark[])[] {
  const words = useLabelWords();
  const measure = useMemo(() => createTextMeasure(), []);
  return useMemo(
    () => rows.map(({ template, facts }) => labelMarks(template, facts, words, measure)),
    [rows, words, measure],
  );
}
