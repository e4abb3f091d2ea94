import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeIdentifier, analyzeQuery, analyzeText } from './index.ts';

/** Text as it comes: all of Unicode, and much of what the analysis treats in its own way. */
const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'aZ9_-. éй\u0301\u0000\ud83d漢字かカー한글กา\u200b\u200d') }),
);

describe('analyzeText', () => {
  it('drops words without a topic and stems the rest', () => {
    expect(analyzeText("What's the weather? I don't know the forecasts")).toEqual(['weather', 'know', 'forecast']);
    expect(analyzeText('Найди мне мои заказы')).toEqual(analyzeText('найди заказ'));
    expect(analyzeText('请帮我查询天气')).toEqual(['查询', '天气']);
    expect(analyzeText('次の会議を検索してください')).toEqual(['次', '会議', '検索']);
  });

  it('keeps the verbs that tell tools apart', () => {
    for (const text of ['get list find create', 'найти показать создать', '查询 创建 删除', 'like help']) {
      expect(analyzeText(text)).toHaveLength(text.split(' ').length);
    }
  });

  it('splits identifiers inside prose', () => {
    expect(analyzeText('Calls create_issue, then repo.listBranches')).toEqual([
      'call',
      'creat',
      'issu',
      'repo',
      'list',
      'branch',
    ]);
  });

  it('finds a product under every spelling', () => {
    for (const spelling of ['GitHub', 'github', 'Github', 'GITHUB', 'ＧｉｔＨｕｂ']) {
      expect(analyzeText(`${spelling} issues`)).toContain('github');
    }
  });

  it('keeps repetitions', () => {
    expect(analyzeText('file file')).toEqual(['file', 'file']);
  });

  it('gives long Chinese words their pairs too', () => {
    expect(analyzeText('高速公路')).toEqual(expect.arrayContaining(['高速', '公路']));
  });

  it('matches a Korean word with and without its particle', () => {
    expect(analyzeText('날씨를')).toEqual(expect.arrayContaining([...analyzeText('날씨')]));
  });
});

describe('analyzeIdentifier', () => {
  it.each([
    ['getUserByID2', ['get', 'user', 'by', 'id', '2']],
    ['repo_list-issues', ['repo', 'list', 'issu']],
    ['agenda.answerInvite', ['agenda', 'answer', 'invit']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['vcs/commit_all', ['vc', 'commit', 'all']],
    ['поиск_заказов', ['поиск', 'заказ']],
    ['検索_注文', ['検索', '注文']],
    ['', []],
    ['___', []],
  ])('parts %s as %j', (name, terms) => {
    expect(analyzeIdentifier(name)).toEqual(terms);
  });

  it('writes the same words whatever joins them', () => {
    const expected = analyzeIdentifier('list_pull_requests');
    for (const name of [
      'listPullRequests',
      'ListPullRequests',
      'list-pull-requests',
      'list.pull.requests',
      'LIST PULL REQUESTS',
    ]) {
      expect(analyzeIdentifier(name)).toEqual(expected);
    }
  });
});

describe('analyzeQuery', () => {
  it('names each term once, in the order of appearance', () => {
    expect(analyzeQuery('files: find a file, find FILES')).toEqual({
      terms: ['file', 'find'],
      stopWordsOnly: false,
      empty: false,
      truncated: false,
    });
  });

  it('keeps stop words when there is nothing else, so that who_am_i can be found', () => {
    const query = analyzeQuery('Who am I?');
    expect(query.stopWordsOnly).toBe(true);
    expect(query.terms).toEqual(analyzeIdentifier('who_am_i'));
  });

  it('says when there are no words', () => {
    for (const text of ['', '   ', '?!', '\u0000', '🙂', '\ud800']) {
      expect(analyzeQuery(text)).toEqual({ terms: [], stopWordsOnly: false, empty: true, truncated: false });
    }
  });

  it('says when it left out terms', () => {
    const words = Array.from({ length: 200 }, (_, index) => `${index}`);
    const query = analyzeQuery(words.join(' '));
    expect(query.truncated).toBe(true);
    expect(query.terms).toEqual(words.slice(0, query.terms.length));
  });

  it('says when it left out text', () => {
    expect(analyzeQuery(`weather ${' '.repeat(5000)} report`)).toMatchObject({ terms: ['weather'], truncated: true });
  });

  it('bounds one endless word', () => {
    for (const text of ['a'.repeat(1_000_000), 'aB1'.repeat(300_000), 'ก'.repeat(300_000), '한'.repeat(300_000)]) {
      const { terms } = analyzeQuery(text);
      expect(terms.length).toBeLessThanOrEqual(64);
      expect(Math.max(...terms.map((term) => term.length))).toBeLessThanOrEqual(64);
    }
  });
});

describe('any text', () => {
  it('never throws and never gives an empty or endless term', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const term of [...analyzeText(text), ...analyzeIdentifier(text), ...analyzeQuery(text).terms]) {
          expect(term.length).toBeGreaterThan(0);
          expect(term.length).toBeLessThanOrEqual(64);
        }
      }),
    );
  });

  it('has the same terms every time, with a cold and with a full cache', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const first = analyzeText(text);
        expect(analyzeText(text)).toEqual(first);
      }),
    );
    const sample = 'GitHub issues 数据库 날씨를 заказы getUserByID2';
    const before = [analyzeText(sample), analyzeIdentifier(sample)];
    for (let n = 0; n < 60_000; n++) analyzeIdentifier(`filler${n}`);
    expect([analyzeText(sample), analyzeIdentifier(sample)]).toEqual(before);
  });

  it('gives prose a part of what it gives names', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(analyzeIdentifier(text)).toEqual(expect.arrayContaining([...analyzeText(text)]));
      }),
    );
  });

  it('does not depend on the words around', () => {
    fc.assert(
      fc.property(anyText, anyText, (left, right) => {
        expect(analyzeText(`${left}\n${right}`)).toEqual([...analyzeText(left), ...analyzeText(right)]);
      }),
    );
  });
});
