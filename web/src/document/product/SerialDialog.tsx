import { serialsInStock } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, List, Space, Typography } from 'antd';
import type { CSSProperties } from 'react';
import { useState } from 'react';
import { callEndpoint } from '../../app/net/client.ts';
import { ChoiceModal } from '../../control/ChoiceModal.tsx';
import { t } from '../../phrase/index.ts';
import { firstAllocationOfLine } from '../draft/lineDraft.ts';
import type { LineDraft } from '../draft/lineDraft.ts';
import { serialsTyped } from '../draft/typedSerials.ts';
import { missingSerials } from './serialSearch.ts';
import { reasonOfError } from '../../app/net/envelope.ts';

interface Props {
  readonly line: LineDraft;
  /** True if serials come from stock; otherwise entered as new. */
  readonly choose: boolean;
  readonly onTake: (serials: readonly string[]) => void;
  readonly onClose: () => void;
}

const PAGE = 100;

const LIST: CSSProperties = { height: 320, overflow: 'auto' };

/** Reads a line's serials in its warehouse. */
const useStocked = ({ barcode, warehouseId }: LineDraft) =>
  useQuery({
    queryKey: ['serials', barcode, warehouseId],
    queryFn: () =>
      callEndpoint(
        serialsInStock,
        {
          barCode: barcode,
          rows: PAGE,
          ...(warehouseId === null ? {} : { depotId: warehouseId }),
        },
        { quiet: true },
      ),
    staleTime: 0,
  });

/** Holds chosen, typed and refused serials. */
function useSerials({ line, choose, onTake }: Props) {
  const [chosen, setChosen] = useState(firstAllocationOfLine(line).serials);
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [checking, setChecking] = useState(0);

  const add = (serials: readonly string[]): void =>
    setChosen((before) => [...before, ...serials.filter((serial) => !before.includes(serial))]);
  const remove = (serial: string): void =>
    setChosen((before) => before.filter((one) => one !== serial));

  /** Adds typed serials and reports rejected serials; returns the added serials, null if any was rejected. */
  const enter = async (): Promise<readonly string[] | null> => {
    const { fresh, twice, long } = serialsTyped(text, chosen);
    setText('');
    setChecking((count) => count + 1);
    try {
      const lost = choose && fresh.length > 0 ? await missingSerials(line, fresh) : [];
      const added = fresh.filter((serial) => !lost.includes(serial));
      const said = [
        ...(twice.length > 0 ? [t('editor.serial.twice', { serials: twice.join(', ') })] : []),
        ...(lost.length > 0 ? [t('editor.serial.missing', { serials: lost.join(', ') })] : []),
        ...(long.length > 0 ? [t('editor.wrong.serialLong')] : []),
      ];
      add(added);
      if (long.length > 0) setText((later) => [...long, later].join(' ').trim());
      setRefused(said);
      return lost.length + long.length > 0 ? null : added;
    } catch (error) {
      setText((later) => [text, later].join(' ').trim());
      setRefused([reasonOfError(error)]);
      return null;
    } finally {
      setChecking((count) => count - 1);
    }
  };

  /** Text still being typed belongs to the choice. */
  const take = async (): Promise<void> => {
    const added = await enter();
    if (added !== null) onTake([...chosen, ...added]);
  };
  const clear = (): void => setChosen([]);
  return { chosen, add, remove, clear, text, setText, refused, busy: checking > 0, enter, take };
}
type Serials = ReturnType<typeof useSerials>;

/** Serial input: Enter adds, and takes the choice once empty. */
const Typed = ({ serials }: { readonly serials: Serials }) => (
  <Space.Compact style={{ width: '100%', marginBottom: 8 }}>
    <Input
      value={serials.text}
      placeholder={t('editor.serial.placeholder')}
      aria-label={t('editor.serial.placeholder')}
      onChange={(event) => serials.setText(event.target.value)}
      onPressEnter={(event) => {
        event.preventDefault();
        if (serials.text.trim() !== '') void serials.enter();
        else if (serials.chosen.length > 0 && !serials.busy) void serials.take();
      }}
    />
    <Button onClick={() => void serials.enter()}>{t('act.add')}</Button>
  </Space.Compact>
);

function Stocked({ line, serials }: { readonly line: LineDraft; readonly serials: Serials }) {
  const { data, isFetching } = useStocked(line);
  const free = (data?.rows ?? []).filter(({ serial }) => !serials.chosen.includes(serial));
  return (
    <List
      size="small"
      bordered
      loading={isFetching}
      style={LIST}
      header={
        <Space>
          {t('editor.serial.inStock', { count: data?.total ?? 0 })}
          <Button size="small" onClick={() => serials.add(free.map(({ serial }) => serial))}>
            {t('editor.serial.all')}
          </Button>
        </Space>
      }
      dataSource={free}
      renderItem={({ serial, receiptNumber }) => (
        <List.Item onClick={() => serials.add([serial])} style={{ cursor: 'pointer' }}>
          <button type="button" className="link">
            {serial}
          </button>
          <Typography.Text type="secondary">{receiptNumber}</Typography.Text>
        </List.Item>
      )}
    />
  );
}

const Chosen = ({ serials }: { readonly serials: Serials }) => (
  <List
    size="small"
    bordered
    style={LIST}
    header={
      <Space>
        {t('editor.serial.chosen', { count: serials.chosen.length })}
        <Button size="small" onClick={serials.clear}>
          {t('editor.serial.clear')}
        </Button>
      </Space>
    }
    dataSource={[...serials.chosen]}
    renderItem={(serial) => (
      <List.Item>
        {serial}
        <Button size="small" type="link" onClick={() => serials.remove(serial)}>
          {t('act.remove')}
        </Button>
      </List.Item>
    )}
  />
);

const Refused = ({ sentences }: { readonly sentences: readonly string[] }) => (
  <div role="alert">
    {sentences.map((sentence) => (
      <Typography.Paragraph key={sentence} type="danger" style={{ marginBottom: 8 }}>
        {sentence}
      </Typography.Paragraph>
    ))}
  </div>
);

/** Counts the serials taken on confirmation: the chosen and the typed serials. */
export const countTakenSerials = ({
  chosen,
  text,
}: Readonly<Pick<Serials, 'chosen' | 'text'>>): number =>
  chosen.length + serialsTyped(text, chosen).fresh.length;

/** Returns the text of the confirming button; without serials, the line loses the `had` serials it has. */
export const textOfSerialChoice = (count: number, had: number): string => {
  if (count > 0) return t('editor.serial.take', { count });
  return had > 0 ? t('editor.serial.takeNone') : t('editor.picker.take');
};

/** Edits a line's serials: typed, scanned or pasted; on an issue, chosen from stock. */
export function SerialDialog(props: Props) {
  const { line, choose, onClose } = props;
  const serials = useSerials(props);
  const had = firstAllocationOfLine(line).serials.length;
  const count = countTakenSerials(serials);
  return (
    <ChoiceModal
      width={choose ? 860 : 560}
      title={t(choose ? 'editor.serial.choose' : 'editor.serial.enter', {
        name: line.product?.productName ?? '',
      })}
      okText={textOfSerialChoice(count, had)}
      okDisabled={serials.busy || (count === 0 && had === 0)}
      onOk={() => void serials.take()}
      onCancel={onClose}
    >
      <Typed serials={serials} />
      <Refused sentences={serials.refused} />
      <div
        style={{
          display: 'grid',
          gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
          gap: 16,
        }}
      >
        {choose && <Stocked line={line} serials={serials} />}
        <Chosen serials={serials} />
      </div>
    </ChoiceModal>
  );
}
