import type { GoodsKindCode } from '@tradehouse/domain';
import { Alert, Button, Input, Segmented, Space, Typography } from 'antd';
import { useState } from 'react';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { t } from '../../phrase/index.ts';
import { columnTitle } from '../columns/factColumns.ts';
import { isSheetFile, readLineCells, textOfFile } from './importFile.ts';
import { ImportPreview } from './ImportPreview.tsx';
import type { How } from './importRows.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import type { Column } from '../columns/lineForm.ts';
import type { LineWorld } from './lineService.ts';
import { SheetFile } from './SheetFile.tsx';
import { useImport } from './useImport.ts';

interface Props {
  readonly code: GoodsKindCode;
  readonly columns: readonly Column[];
  readonly world: () => LineWorld;
  /** Cells that were pasted elsewhere; '' where none were. */
  readonly given: string;
  readonly onTake: (lines: readonly LineDraft[], how: How) => void;
  readonly onClose: () => void;
}

type Entry = ReturnType<typeof useImport>;

/** Lines from a spreadsheet: pasted or from a file, each column given its meaning, every wrong cell shown before any is taken. */
export function ImportDialog({ code, columns, world, given, onTake, onClose }: Props) {
  const entry = useImport({ code, columns, world, given });
  const [how, setHow] = useState<How>('append');
  const { text, rows } = entry;
  const readFile = async (file: File): Promise<void> => {
    entry.setText('');
    try {
      const found = await textOfFile(file, readLineCells(world().kind));
      entry.setText(found, isSheetFile(file));
      await entry.read(found, isSheetFile(file));
    } catch (error) {
      entry.fail(error);
    }
  };
  const good = rows.flatMap(({ line }) => line ?? []);
  const bad = rows.length - good.length;

  return (
    <ChoiceModal
      width={1000}
      title={t('editor.import.title')}
      okText={t('editor.import.take', { count: good.length })}
      okDisabled={entry.busy || good.length === 0 || bad > 0}
      typed={text !== given}
      onOk={() => onTake(good, how)}
      onCancel={onClose}
    >
      <Pasted entry={entry} />
      <Space wrap style={{ margin: '8px 0' }}>
        <Button
          loading={entry.busy}
          disabled={text.trim() === ''}
          onClick={() => void entry.read(text)}
        >
          {t('editor.import.read')}
        </Button>
        <SheetFile
          label={t('editor.import.file')}
          titles={() => titlesOf(entry)}
          onFile={(file) => void readFile(file)}
        />
        <Segmented<How>
          value={how}
          onChange={setHow}
          options={(['append', 'replace'] as const).map((value) => ({
            value,
            label: t(`editor.import.${value}`),
          }))}
        />
      </Space>
      <Found entry={entry} good={good.length} bad={bad} />
    </ChoiceModal>
  );
}

/** The titles that are understood. */
const titlesOf = ({ template }: Entry): readonly string[] =>
  template.map((column) => columnTitle(column));

/** Where the cells are pasted, under what they may be. */
const Pasted = ({ entry }: { readonly entry: Entry }) => (
  <>
    <Typography.Paragraph type="secondary">
      {t('editor.import.hint', {
        columns: titlesOf(entry).join(', '),
      })}
    </Typography.Paragraph>
    <Input.TextArea
      rows={entry.reading === null ? 10 : 3}
      value={entry.text}
      aria-label={t('editor.import.paste')}
      placeholder={t('editor.import.paste')}
      // The field's own text is read and not the clipboard's, whose line breaks may be others.
      onChange={(event) => {
        const { value } = event.target;
        entry.setText(value);
        const input = event.nativeEvent;
        if (input instanceof InputEvent && input.inputType === 'insertFromPaste')
          void entry.read(value, false);
      }}
    />
  </>
);

interface FoundProps {
  readonly entry: Entry;
  /** How many rows can be taken, and how many can't. */
  readonly good: number;
  readonly bad: number;
}

/** What was read, with every wrong cell, or why nothing could be. */
function Found({ entry, good, bad }: FoundProps) {
  const { failed, passedOver, reading, rows, template } = entry;
  return (
    <>
      {failed !== null && <Alert type="error" showIcon className="gap-below" title={failed} />}
      {passedOver.length > 0 && (
        <Alert
          type="warning"
          showIcon
          className="gap-below"
          title={t('editor.import.passedOver', { columns: passedOver.join(', ') })}
        />
      )}
      {reading !== null && (
        <>
          <Alert
            type={bad === 0 ? 'success' : 'error'}
            showIcon
            title={t('editor.import.found', { good, bad })}
          />
          <ImportPreview
            rows={rows}
            titles={reading.titles}
            meaning={reading.meaning}
            template={template}
            onMeaning={entry.setMeaning}
          />
        </>
      )}
    </>
  );
}
