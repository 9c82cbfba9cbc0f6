import type {
  LabelElement,
  LabelField,
  LabelGoods,
  LabelPrice,
  LabelTemplate,
} from '@tradehouse/contract';
import { codeProblem } from '@tradehouse/domain';
import type { LabelCode } from '@tradehouse/domain';
import { fitText, letterHeight, lineHeight } from './fit.ts';
import type { TextMeasure } from './fit.ts';

/** Data of a row's label: the goods and the company's name. */
export interface LabelFacts {
  readonly goods: LabelGoods;
  readonly price: LabelPrice;
}

/** Words on labels in the user's language. */
export interface LabelWords {
  readonly company: string;
  readonly priced: (price: string) => string;
  readonly nameOf: (field: LabelField) => string;
  /** Returns the reason for a missing code. */
  readonly problem: (
    problem: 'empty' | 'ean13' | 'code128',
    field: LabelField,
    text: string,
  ) => string;
}

/** Lines of text; x and y give the first line's baseline. All in millimetres. */
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
interface MarkBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
export interface CodeMark extends MarkBox {
  readonly is: 'code';
  readonly code: LabelCode;
  readonly text: string;
}
/** Mark in place of an impossible code. */
export interface ProblemMark extends MarkBox {
  readonly is: 'problem';
  readonly text: TextMark;
}
export type LabelMark = TextMark | CodeMark | ProblemMark;

/** Returns a field's text; '' if empty or hidden. */
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

/** Share of the letter height that hangs below the baseline. */
const BELOW = 0.2;

type Letters = Pick<LabelElement, 'fontSize' | 'bold' | 'align'>;

/** Returns a text in its box, in the largest permitted size that fits. */
export function textMarkIn(
  text: string,
  box: MarkBox,
  letters: Letters,
  measure: TextMeasure,
): TextMark {
  const { fontSize, lines } = fitText(text, box, letters, measure);
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

/** Returns a code with text below, or the reason against a code. */
function codeMarksIn(
  code: LabelCode,
  element: LabelElement,
  facts: LabelFacts,
  words: LabelWords,
  measure: TextMeasure,
): LabelMark[] {
  const { field, named, left, top, width, height } = element;
  const text = fieldText(field, facts, words);
  const problem = codeProblem(code, text);
  if (problem !== null) {
    const problemText = words.problem(problem, field, text);
    const letters = { fontSize: 7, bold: false, align: 'center' as const };
    const place = { left, top, width, height };
    return [{ is: 'problem', ...place, text: textMarkIn(problemText, place, letters, measure) }];
  }
  const below = named ? Math.min(height / 2, lineHeight(element.fontSize)) : 0;
  const bars: CodeMark = { is: 'code', code, text, left, top, width, height: height - below };
  if (!named) return [bars];
  const line = { left, top: top + height - below, width, height: below };
  return [bars, textMarkIn(text, line, element, measure)];
}

const sayingOf = (element: LabelElement, facts: LabelFacts, words: LabelWords): string => {
  if (element.is === 'text') return element.text;
  const text = fieldText(element.field, facts, words);
  return element.named && text !== '' ? `${words.nameOf(element.field)} ${text}` : text;
};

/** Returns a label's marks with positions, identical on screen, in print and in files. */
export const labelMarks = (
  template: LabelTemplate,
  facts: LabelFacts,
  words: LabelWords,
  measure: TextMeasure,
): readonly LabelMark[] =>
  template.elements.flatMap((element): readonly LabelMark[] => {
    const { is } = element;
    if (is !== 'text' && is !== 'field') return codeMarksIn(is, element, facts, words, measure);
    const text = sayingOf(element, facts, words);
    return text === '' ? [] : [textMarkIn(text, element, element, measure)];
  });
