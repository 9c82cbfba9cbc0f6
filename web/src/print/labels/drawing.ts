import type {
  LabelElement,
  LabelField,
  LabelGoods,
  LabelPrice,
  LabelTemplate,
} from '@tradehouse/contract';
import { codeProblem } from '@tradehouse/domain';
import type { LabelCode } from '@tradehouse/domain';
import { fitted, letterHeight, lineHeight } from './fit.ts';
import type { Measure } from './fit.ts';

/** What stands on a label of a row: its goods, and the company's name. */
export interface LabelFacts {
  readonly goods: LabelGoods;
  /** Which of its prices is shown. */
  readonly price: LabelPrice;
}

/** What labels say in words, in the reader's language. */
export interface LabelWords {
  readonly company: string;
  readonly priced: (price: string) => string;
  readonly nameOf: (field: LabelField) => string;
  /** Why there is no code where one should be. */
  readonly problem: (
    problem: 'empty' | 'ean13' | 'code128',
    field: LabelField,
    text: string,
  ) => string;
}

/** Lines of letters; x and y are where the first line stands, at the foot of its letters. All in millimetres. */
export interface TextMark {
  readonly is: 'text';
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly letters: number;
  readonly step: number;
  readonly bold: boolean;
  readonly align: 'left' | 'center' | 'right';
}
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
export interface CodeMark extends Box {
  readonly is: 'code';
  readonly code: LabelCode;
  readonly text: string;
}
/** In place of a code that can't be. */
export interface ProblemMark extends Box {
  readonly is: 'problem';
  readonly text: TextMark;
}
export type Mark = TextMark | CodeMark | ProblemMark;

/** What a label says of a field; '' where there is nothing to say, or it may not be seen. */
export function fieldText(
  field: LabelField,
  { goods, price }: LabelFacts,
  { company, priced }: Pick<LabelWords, 'company' | 'priced'>,
): string {
  if (field === 'company') return company;
  if (field !== 'price') return goods[field];
  const amount = goods.prices[price];
  return amount === null ? '' : priced(amount);
}

/** Letters hang a fifth of their height below the line that they stand on. */
const BELOW = 0.2;

type Letters = Pick<LabelElement, 'fontSize' | 'bold' | 'align'>;

/** A text in its box: as large as it may be, and fits. */
export function textIn(text: string, box: Box, letters: Letters, measure: Measure): TextMark {
  const { fontSize, lines } = fitted(text, box, letters, measure);
  const { align, bold } = letters;
  const step = lineHeight(fontSize);
  const x = { left: 0, center: box.width / 2, right: box.width }[align];
  const y = step - (step - letterHeight(fontSize)) / 2 - letterHeight(fontSize) * BELOW;
  return {
    is: 'text',
    lines,
    x: box.left + x,
    y: box.top + y,
    letters: letterHeight(fontSize),
    step,
    bold,
    align,
  };
}

/** A code with what it says below it, or why there is none. */
function codeIn(
  code: LabelCode,
  element: LabelElement,
  facts: LabelFacts,
  words: LabelWords,
  measure: Measure,
): Mark[] {
  const { field, named, left, top, width, height } = element;
  const text = fieldText(field, facts, words);
  const problem = codeProblem(code, text);
  if (problem !== null) {
    const told = words.problem(problem, field, text);
    const letters = { fontSize: 7, bold: false, align: 'center' as const };
    const place = { left, top, width, height };
    return [{ is: 'problem', ...place, text: textIn(told, place, letters, measure) }];
  }
  const below = named ? Math.min(height / 2, lineHeight(element.fontSize)) : 0;
  const bars: CodeMark = { is: 'code', code, text, left, top, width, height: height - below };
  if (!named) return [bars];
  const line = { left, top: top + height - below, width, height: below };
  return [bars, textIn(text, line, element, measure)];
}

const sayingOf = (element: LabelElement, facts: LabelFacts, words: LabelWords): string => {
  if (element.is === 'text') return element.text;
  const text = fieldText(element.field, facts, words);
  return element.named && text !== '' ? `${words.nameOf(element.field)} ${text}` : text;
};

/** The marks of one label, where they stand on it: seen, printed and put into a file as they are here. */
export const labelMarks = (
  template: LabelTemplate,
  facts: LabelFacts,
  words: LabelWords,
  measure: Measure,
): readonly Mark[] =>
  template.elements.flatMap((element): readonly Mark[] => {
    const { is } = element;
    if (is !== 'text' && is !== 'field') return codeIn(is, element, facts, words, measure);
    const text = sayingOf(element, facts, words);
    return text === '' ? [] : [textIn(text, element, element, measure)];
  });
