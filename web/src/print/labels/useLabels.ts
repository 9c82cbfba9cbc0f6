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
import type { LabelFacts, LabelWords, Mark } from './drawing.ts';
import type { Measure } from './fit.ts';

/** What draws codes; null until it is loaded. */
export function useDrawCode(): DrawCode | null {
  const { data } = useQuery({
    queryKey: ['labelCodes'],
    queryFn: codesOfLabels,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}

const EM = 100;

/** Measures texts as the browser writes them on paper. */
export function measured(): Measure {
  const context = document.createElement('canvas').getContext('2d');
  return (text, bold) => {
    // Without a canvas letters are taken for as wide as they are high: then nothing reaches beyond its box.
    if (context === null) return [...text].length;
    context.font = `${bold ? 600 : 400} ${EM}px ${fonts}`;
    return context.measureText(text).width / EM;
  };
}

/** What labels say beside their goods. */
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

/** What is drawn of a row, and by which template. */
export interface LabelRow {
  readonly template: LabelTemplate;
  readonly facts: LabelFacts;
}

/** The drawings of labels, one for each row. */
export function useMarks(rows: readonly LabelRow[]): readonly (readonly Mark[])[] {
  const words = useLabelWords();
  const measure = useMemo(() => measured(), []);
  return useMemo(
    () => rows.map(({ template, facts }) => labelMarks(template, facts, words, measure)),
    [rows, words, measure],
  );
}
