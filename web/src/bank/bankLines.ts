// Classification of bank lines: movements of money, balances and sums.
import { isMeantAsDay, parseNumberText } from '@tradehouse/domain';
import type { SourceRow } from '../control/importDialog/importSource.ts';
import { isNone } from './amountSigns.ts';
import { isNameOfSum, isSumText } from './bankHeadings.ts';
import type { BankColumn } from './bankHeadings.ts';

export const amountColumns = ['amount', 'income', 'outgo'] as const;
export const namingColumns = ['partner', 'payer', 'payee', 'purpose', 'reference'] as const;
const SUM =
  /合计|总计|小计|累计|笔数|期初|期末|上期|本期|承前|\b(sub)?total\b|\bsum\b|\bbalance\b|\bopening\b|\bclosing\b|\bbrought\b|\bcarried\b|saldo|summe/i;
const RANGE = /[至~～]|\d\s*(?:--|to|bis|–|—)\s*\d/i;

/**
 * Tests for a money movement: a day, even an invalid one like 2026-11-31. Without a day, an amount is a sum
 * or a note only if a word says so.
 */
export function isTransaction(under: (column: BankColumn) => string): boolean {
  const date = under('date');
  if (isMeantAsDay(date)) return true;
  const hasAmount = amountColumns.some((column) => {
    const read = parseNumberText(under(column));
    return read.kind !== 'none' && !(read.kind === 'number' && read.value === '0');
  });
  if (!hasAmount || RANGE.test(date)) return false;
  if (date !== '') return /^\d{6}$/.test(date) || (date.match(/\d+/g) ?? []).length > 1;
  return (
    ![...namingColumns, 'way' as const].some((column) => SUM.test(under(column))) &&
    namingColumns.some((column) => under(column) !== '')
  );
}

/**
 * Finds dated rows that are sums by their words, or balances without an amount: by a word, or a
 * neighbouring row's equal balance.
 */
export function balanceLines(
  lines: readonly SourceRow[],
  under: (line: SourceRow, column: BankColumn) => string,
): readonly SourceRow[] {
  const balanceAt = (at: number): string => {
    const line = lines[at];
    return line === undefined ? '' : under(line, 'balance');
  };
  return lines.filter((line, at) => {
    const hasAmount = amountColumns.some((column) => !isNone(under(line, column)));
    const namesSum = [...namingColumns, 'way' as const].some((column) => {
      const text = under(line, column);
      return isSumText(text) && !(hasAmount && column !== 'way' && isNameOfSum(text));
    });
    if (isMeantAsDay(under(line, 'date')) && namesSum) return true;
    if (hasAmount || isNone(balanceAt(at)) || !isMeantAsDay(under(line, 'date'))) return false;
    const others = line.cells.filter((cell) => !isMeantAsDay(cell));
    return (
      others.some((cell) => SUM.test(cell)) ||
      [at - 1, at + 1].some((beside) => balanceAt(beside) === balanceAt(at))
    );
  });
}

export const isOpening = (cells: readonly string[]): boolean =>
  cells.some((cell) => /期初|上期|承前|opening|brought forward|anfangssaldo|vortrag/i.test(cell));
