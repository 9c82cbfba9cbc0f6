import type { PrintPaper } from '@tradehouse/contract';
import { recordPrinting } from '@tradehouse/contract';
import { documentKinds } from '@tradehouse/domain';
import type { KindCode } from '@tradehouse/domain';
import { callEndpoint } from '../../app/net/client.ts';
import { getNotices } from '../../app/notices.ts';
import { language } from '../../app/session/language.ts';
import { useSettings } from '../../app/settings/settings.ts';
import { t } from '../../phrase/index.ts';
import { contentOfDocument } from '../content.ts';
import { printTemplateOf } from '../usePrinting.ts';
import type { Printing } from '../usePrinting.ts';
import { encodeReceipt } from './encodeReceipt.ts';
import { layOutReceipt } from './receiptLines.ts';
import { receiptOfContent, receiptWordsOf } from './receiptOfContent.ts';
import { availableConnections, printerOf } from './receiptPrinter.ts';
import type { PrinterSettings } from './receiptPrinter.ts';
import { receiptColumns } from './receiptText.ts';

const receiptPaperOf = ({ width }: PrinterSettings): PrintPaper =>
  width === 58 ? 'receipt58' : 'receipt80';

/** Kinds with change are paid at a till, by this browser with a way to a printer. */
export const mayPrintReceipt = (code: KindCode): boolean =>
  documentKinds[code].amounts.includes('change') && availableConnections().length > 0;

/** Sends documents to the receipt printer; the drawer opens once. True: all were sent. */
export function useReceiptPrinting(code: KindCode, printing: Printing | undefined) {
  const settings = useSettings();
  return async (printer: PrinterSettings): Promise<boolean> => {
    const documents = printing?.documents ?? [];
    const template = printTemplateOf(printing?.templates, code, receiptPaperOf(printer));
    const { characters } = printer;
    const columns = receiptColumns[printer.width];
    try {
      const ids = documents.map(({ id }) => id).join(',');
      await callEndpoint(
        recordPrinting,
        { kind: code, ids, paper: receiptPaperOf(printer) },
        { quiet: true },
      );
      for (const [at, document] of documents.entries()) {
        const printedAt = new Date().toISOString();
        const content = contentOfDocument(document, { template, settings, language, printedAt });
        const receipt = receiptOfContent(content, settings.currencyDigits);
        const lines = layOutReceipt(receipt, receiptWordsOf(content), { columns, characters });
        const opensDrawer = printer.opensDrawer && at === 0;
        await printerOf(printer.connection).send(
          await encodeReceipt(lines, { columns, characters, opensDrawer }),
        );
      }
      return true;
    } catch (error) {
      void getNotices().message.error(t('receipt.failed', { reason: reasonOf(error) }));
      return false;
    }
  };
}

/** The browser reports a cancelled choice as an error of its own. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.name === 'NotFoundError' ? t('receipt.notChosen') : error.message;
};
