import java.io.BufferedReader;
import java.io.FileReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.KnnFloatVectorField;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.VectorSimilarityFunction;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.CombinedFieldQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.KnnFloatVectorQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopScoreDocCollectorManager;
import org.apache.lucene.store.FSDirectory;

/**
 * Lucene as a contestant; see ../protocol.ts. The argument says how it indexes: `text` one field, `sorted` the same with
 * documents in the order of their tenants, `fields` three fields and BM25F, `hybrid` one field and HNSW vectors. Ids are
 * numbers of its segment, which are those of the catalog but for `sorted`.
 */
public class LucenePeer {
  static final int DIMENSIONS = 256;
  static final int DEPTH = 100;
  static final int RANK_OFFSET = 60;
  static final List<String> STOP_WORDS =
      Arrays.asList(
          ("a an and are as at be but by for if in into is it no not of on or such that the their then there these"
                  + " they this to was will with")
              .split(" "));

  record Asked(List<String> terms, String tenant, List<String> regions, List<String> roles) {}

  static String mode = "text";
  static IndexSearcher searcher;
  static List<Asked> queries;
  static float[][] vectors;

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0) mode = arguments[0];
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    PrintStream out = System.out;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String op = text(line, "op");
      if (op.equals("exit")) return;
      try {
        out.println(op.equals("query") ? answerQueries(line) : prepare(op, line));
      } catch (Exception error) {
        out.println("{\"error\":\"" + error.toString().replace('"', '\'') + "\"}");
      }
      out.flush();
    }
  }

  static String prepare(String op, String request) throws Exception {
    String data = text(request, "data");
    Path folder = Path.of(text(request, "dir"));
    readQueries(data);
    long start = System.nanoTime();
    if (op.equals("build")) build(data, number(request, "n"), folder);
    searcher = new IndexSearcher(DirectoryReader.open(FSDirectory.open(folder)));
    double ms = (System.nanoTime() - start) / 1e6;
    return "{\"ms\":" + ms + ",\"rssMB\":" + memory("VmRSS") + ",\"peakMB\":" + memory("VmHWM") + "}";
  }

  static String answerQueries(String request) throws Exception {
    String filter = text(request, "filter");
    int k = number(request, "k");
    List<String> times = new ArrayList<>();
    List<String> found = new ArrayList<>();
    for (int i = number(request, "from"); i < number(request, "to"); i++) {
      long start = System.nanoTime();
      int[] ids = search(i, filter, k);
      times.add(Double.toString((System.nanoTime() - start) / 1000.0));
      found.add(Arrays.toString(ids));
    }
    return "{\"us\":[" + String.join(",", times) + "],\"ids\":[" + String.join(",", found) + "]}";
  }

  static int[] search(int i, String filterName, int k) throws IOException {
    Asked asked = queries.get(i);
    Query filter = filter(asked, filterName);
    if (!mode.equals("hybrid")) return searchWords(asked, filter, k);
    Query nearest = new KnnFloatVectorQuery("vector", vectors[i], DEPTH, filter);
    int[][] legs = {searchWords(asked, filter, DEPTH), ids(searcher.search(nearest, DEPTH).scoreDocs)};
    Map<Integer, Double> scores = new HashMap<>();
    for (int[] leg : legs) {
      for (int rank = 0; rank < leg.length; rank++) scores.merge(leg[rank], 1.0 / (RANK_OFFSET + rank), Double::sum);
    }
    Comparator<Map.Entry<Integer, Double>> bestFirst = (a, b) -> Double.compare(b.getValue(), a.getValue());
    return scores.entrySet().stream().sorted(bestFirst).limit(k).mapToInt(Map.Entry::getKey).toArray();
  }

  static int[] searchWords(Asked asked, Query filter, int k) throws IOException {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (String term : asked.terms()) any.add(termQuery(term), Occur.SHOULD);
    Query query = any.build();
    if (filter != null) {
      query = new BooleanQuery.Builder().add(query, Occur.MUST).add(filter, Occur.FILTER).build();
    }
    return ids(searcher.search(query, new TopScoreDocCollectorManager(k, null, k)).scoreDocs);
  }

  static Query termQuery(String term) {
    if (!mode.equals("fields")) return new TermQuery(new Term("text", term));
    return new CombinedFieldQuery.Builder(term)
        .addField("name", 3f)
        .addField("description", 1f)
        .addField("params", 1f)
        .build();
  }

  static Query filter(Asked asked, String name) {
    if (name.equals("none")) return null;
    if (name.equals("f01")) return new TermQuery(new Term("tenant", asked.tenant()));
    return new BooleanQuery.Builder()
        .add(anyOf("region", asked.regions()), Occur.FILTER)
        .add(anyOf("role", asked.roles()), Occur.FILTER)
        .build();
  }

  static Query anyOf(String field, List<String> values) {
    BooleanQuery.Builder any = new BooleanQuery.Builder();
    for (String value : values) any.add(new TermQuery(new Term(field, value)), Occur.SHOULD);
    return any.build();
  }

  static int[] ids(ScoreDoc[] found) {
    return Arrays.stream(found).mapToInt(one -> one.doc).toArray();
  }

  static void build(String data, int n, Path folder) throws IOException {
    IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer(new CharArraySet(STOP_WORDS, true)));
    config.setRAMBufferSizeMB(1024).setUseCompoundFile(false).setMergeScheduler(new SerialMergeScheduler());
    if (mode.equals("sorted")) config.setIndexSort(new Sort(new SortField("partition", SortField.Type.INT)));
    try (IndexWriter writer = new IndexWriter(FSDirectory.open(folder), config);
        BufferedReader lines = new BufferedReader(new FileReader(data + "/tools.jsonl"), 1 << 20);
        FileChannel rows = mode.equals("hybrid") ? FileChannel.open(Path.of(data, "vec.f32")) : null) {
      for (int i = 0; i < n; i++) writer.addDocument(document(lines.readLine(), rows));
      writer.forceMerge(1);
      writer.commit();
    }
  }

  static Document document(String line, FileChannel rows) throws IOException {
    Document document = new Document();
    String name = text(line, "name").replace('_', ' ');
    String description = text(line, "description");
    String params = String.join(" ", list(line, "params")).replace('_', ' ');
    if (mode.equals("fields")) {
      document.add(new TextField("name", name, Field.Store.NO));
      document.add(new TextField("description", description, Field.Store.NO));
      document.add(new TextField("params", params, Field.Store.NO));
    } else {
      document.add(new TextField("text", name + " " + description + " " + params, Field.Store.NO));
    }
    for (String tag : new String[] {"tenant", "role", "region"}) {
      document.add(new StringField(tag, Integer.toString(number(line, tag)), Field.Store.NO));
    }
    if (mode.equals("sorted")) document.add(new NumericDocValuesField("partition", number(line, "tenant")));
    if (rows != null) {
      ByteBuffer bytes = ByteBuffer.allocate(DIMENSIONS * 4).order(ByteOrder.LITTLE_ENDIAN);
      while (bytes.hasRemaining()) rows.read(bytes);
      float[] vector = new float[DIMENSIONS];
      bytes.flip().asFloatBuffer().get(vector);
      document.add(new KnnFloatVectorField("vector", vector, VectorSimilarityFunction.DOT_PRODUCT));
    }
    return document;
  }

  static void readQueries(String data) throws IOException {
    queries = new ArrayList<>();
    String all = Files.readString(Path.of(data, "queries.json"));
    for (String one : all.substring(2, all.length() - 2).split("\\},\\{\"text\"")) {
      String tenant = Integer.toString(number(one.substring(one.indexOf("\"f01\"")), "tenant"));
      queries.add(new Asked(list(one, "terms"), tenant, list(one, "region"), list(one, "role")));
    }
    vectors = new float[queries.size()][DIMENSIONS];
    byte[] bytes = Files.readAllBytes(Path.of(data, "qvec.f32"));
    var numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
    for (float[] vector : vectors) numbers.get(vector);
  }

  // The JSON that is read here has neither escapes nor spaces, and no field twice.

  static String text(String json, String key) {
    int start = json.indexOf("\"" + key + "\":\"") + key.length() + 4;
    return json.substring(start, json.indexOf('"', start));
  }

  static int number(String json, String key) {
    int start = json.indexOf("\"" + key + "\":") + key.length() + 3;
    int end = start;
    while (end < json.length() && Character.isDigit(json.charAt(end))) end++;
    return Integer.parseInt(json.substring(start, end));
  }

  static List<String> list(String json, String key) {
    int start = json.indexOf("\"" + key + "\":[") + key.length() + 4;
    String inside = json.substring(start, json.indexOf(']', start));
    if (inside.isEmpty()) return List.of();
    return Arrays.stream(inside.split(",")).map(value -> value.replace("\"", "")).toList();
  }

  static int memory(String name) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith(name + ":")) return Integer.parseInt(line.replaceAll("\\D", "")) / 1024;
    }
    return 0;
  }
}
