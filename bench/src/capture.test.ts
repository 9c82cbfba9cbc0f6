import { expect, test } from 'vitest';
import { parseLoggedTransactions } from './capture.ts';
import { scriptOf } from './replay.ts';

const log = `
other|9|LOG:  statement: begin
tradehouse|7|LOG:  statement: begin; set local app.tenant_id = '3'
tradehouse|7|LOG:  execute s1: select nextval('document_id_seq') as new_id,
\t-- Whose it is:
\t$1 as tenant, $2 as partner
tradehouse|7|DETAIL:  Parameters: $1 = '3', $2 = NULL
other|9|LOG:  statement: commit
tradehouse|7|LOG:  execute s2: insert into stock_move select * from jsonb_to_recordset($1::jsonb) as given(document_id bigint)
tradehouse|7|DETAIL:  Parameters: $1 = '[{"document_id":"42","posting_number": "7","remark":"it''s"}]'
tradehouse|7|LOG:  execute s3: update document set number = $1 where tenant_id = $2 and id = $3
tradehouse|7|DETAIL:  Parameters: $1 = 'XSCK1', $2 = '3', $3 = '42'
tradehouse|7|LOG:  statement: commit
`;

test('a transaction holds the statements of a connection between begin and commit', () => {
  expect(parseLoggedTransactions(log, 'tradehouse')).toEqual([
    [
      {
        text: "select nextval('document_id_seq') as new_id,\n-- Whose it is:\n$1 as tenant, $2 as partner",
        values: ['3', null],
      },
      {
        text: 'insert into stock_move select * from jsonb_to_recordset($1::jsonb) as given(document_id bigint)',
        values: ['[{"document_id":"42","posting_number": "7","remark":"it\'s"}]'],
      },
      {
        text: 'update document set number = $1 where tenant_id = $2 and id = $3',
        values: ['XSCK1', '3', '42'],
      },
    ],
  ]);
});

test('a captured script creates a new document per run and has the same text in every run', () => {
  const [posting = []] = parseLoggedTransactions(log, 'tradehouse');
  const { text, variables } = scriptOf(posting, { id: '42', number: 'XSCK1', key: '' }, 'p0');
  expect(text.split('\n')).toEqual([
    '\\set key random(1, 9000000000000000000)',
    'begin;',
    "select nextval('document_id_seq') as new_id,",
    '-- Whose it is:',
    ':p0_0_0 as tenant, null as partner \\gset',
    "insert into stock_move select * from jsonb_to_recordset(replace(:p0_1_0, '#', :new_id)::jsonb) as given(document_id bigint);",
    'update document set number = :new_id where tenant_id = :p0_2_1 and id = :new_id;',
    'commit;',
    '',
  ]);
  expect(variables).toEqual({
    p0_0_0: '3',
    p0_1_0: '[{"document_id":"#","posting_number":"#","remark":"it\'s"}]',
    p0_2_1: '3',
  });
});
