import { useSettings } from '../../app/settings/settings.ts';
import { Thumbnail } from '../../control/Pictures.tsx';
import { t } from '../../phrase/index.ts';
import { columnsOfPaper, toPaperText } from './paperColumns.ts';
import type { PaperColumn, PaperReply } from './paperColumns.ts';

const alignmentOfPaperColumn = ({ write }: PaperColumn): 'right' | undefined =>
  write === undefined ? undefined : 'right';

const cellPropsOfPaperColumn = (column: PaperColumn) => ({
  className: alignmentOfPaperColumn(column),
  'data-column': column.id,
  'data-title': column.title,
});

/** Shows printed lines: only non-empty columns, with totals at the foot. */
export function PaperLines({ reply }: { readonly reply: PaperReply }) {
  const own = useSettings();
  const { lines } = reply;
  const columns = columnsOfPaper(reply, own);
  return (
    // It scrolls sideways on a phone, so the arrow keys must get there.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="paper-lines" tabIndex={0} role="region" aria-label={t('editor.lines.label')}>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={alignmentOfPaperColumn(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => (
            <tr key={line.line}>
              <td className="right">{at + 1}</td>
              {columns.map((column) => (
                <td key={column.id} {...cellPropsOfPaperColumn(column)}>
                  {column.id === 'barcode' && line.imageId !== null && (
                    <Thumbnail id={line.imageId} name={line.productName} />
                  )}
                  {toPaperText(column, column.read(line))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Σ</td>
            {columns.map((column) => (
              <td key={column.id} {...cellPropsOfPaperColumn(column)}>
                {toPaperText(column, column.total?.(lines))}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
