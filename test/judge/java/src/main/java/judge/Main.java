package judge;

import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.logging.LogManager;

/**
 * The judges as one process that speaks JSON lines: {@code {"id":1,"file":"/x.pdf","layers":["xsd","cen"]}} in, one verdict line
 * out, until the input ends. Layers: {@code xsd cen profile fr} (XML, or the XML inside a PDF), {@code pdfa mustang}. With {@code trust}, root
 * certificates as PEM, EU DSS judges the signatures, {@code at} a time in milliseconds since 1970 or now;
 * {@code listed}, an authority as PEM, is on a trusted list with the {@code status}.
 */
public final class Main {
    private final Sheets sheets;
    private final Mustang mustang;

    private Main(Path home) throws Exception {
        sheets = new Sheets(home);
        mustang = new Mustang(home.resolve("mustang.jar"));
    }

    public static void main(String[] args) throws Exception {
        LogManager.getLogManager().reset();
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.setOut(new PrintStream(OutputStream.nullOutputStream())); // a library's chatter must not mix with the JSON
        ObjectMapper json = new ObjectMapper();
        Main main = new Main(Path.of(args[0]));
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<?, ?> request = json.readValue(line, Map.class);
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("id", request.get("id"));
            try {
                Path file = Path.of((String) request.get("file"));
                Date at = request.get("at") instanceof Number time ? new Date(time.longValue()) : null;
                if (request.get("trust") instanceof String root)
                    answer.put("pades", Pades.judge(file, root, at, (String) request.get("listed"), (String) request.get("status")));
                main.judge(file, (List<?>) request.get("layers"), answer);
            } catch (Exception | LinkageError | StackOverflowError e) {
                answer.put("error", e.toString());
            }
            out.println(json.writeValueAsString(answer));
        }
        Runtime.getRuntime().halt(0);
    }

    private void judge(Path file, List<?> layers, Map<String, Object> answer) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        boolean pdf = new String(bytes, 0, Math.min(1024, bytes.length), StandardCharsets.ISO_8859_1).contains("%PDF-");
        if (layers.contains("pdfa")) answer.put("pdfa", PdfA.judge(file.toFile()));
        if (layers.contains("mustang")) answer.put("mustang", mustang.validate(file));
        if (layers.stream().noneMatch(List.of("xsd", "cen", "profile", "fr")::contains)) return;
        byte[] xml = pdf ? mustang.embeddedXml(bytes) : bytes;
        if (xml == null) {
            answer.put("xml", null);
            return;
        }
        answer.put("xml", new String(xml, StandardCharsets.UTF_8));
        sheets.judge(xml, layers, answer);
    }
}
