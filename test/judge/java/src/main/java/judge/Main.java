package judge;

import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
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
 * {@code listed}, an authority as PEM, is on a trusted list with the {@code status}. With the path of a socket after the folder, whoever
 * connects there is answered the same way, several at a time, until the process is ended.
 */
public final class Main {
    private final ObjectMapper json = new ObjectMapper();
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
        Main main = new Main(Path.of(args[0]));
        if (args.length > 1) {
            main.serve(Path.of(args[1]), out);
            return;
        }
        main.speak(System.in, out);
        Runtime.getRuntime().halt(0);
    }

    private void serve(Path socket, PrintStream out) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            out.println("listening");
            while (true) {
                SocketChannel caller = server.accept();
                new Thread(() -> {
                    try (caller) {
                        speak(Channels.newInputStream(caller), new PrintStream(Channels.newOutputStream(caller), true, StandardCharsets.UTF_8));
                    } catch (Exception e) {
                        // the caller has gone: there is nobody to tell
                    }
                }).start();
            }
        }
    }

    private void speak(InputStream questions, PrintStream out) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(questions, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Map<?, ?> request = json.readValue(line, Map.class);
            Map<String, Object> answer = new LinkedHashMap<>();
            answer.put("id", request.get("id"));
            try {
                Path file = Path.of((String) request.get("file"));
                Date at = request.get("at") instanceof Number time ? new Date(time.longValue()) : null;
                if (request.get("trust") instanceof String root)
                    answer.put("pades", Pades.judge(file, root, at, (String) request.get("listed"), (String) request.get("status")));
                judge(file, (List<?>) request.get("layers"), answer);
            } catch (Exception | LinkageError | StackOverflowError e) {
                answer.put("error", e.toString());
            }
            out.println(json.writeValueAsString(answer));
        }
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
