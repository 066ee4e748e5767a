package judge;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Mustang in a class loader of its own: its jar holds other versions of the libraries used here. */
final class Mustang {
    private static final Pattern FINDING = Pattern.compile("<(error|exception)\\b[^>]*>(.*?)</\\1>", Pattern.DOTALL);

    private final URLClassLoader loader;

    Mustang(Path jar) throws Exception {
        loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    /** {@code summary} (valid, invalid) and the errors of Mustang's report. */
    Map<String, Object> validate(Path file) throws Exception {
        String report = inside(() -> {
            Object validator = loader.loadClass("org.mustangproject.validator.ZUGFeRDValidator").getConstructor().newInstance();
            validator.getClass().getMethod("disableNotices").invoke(validator);
            return (String) validator.getClass().getMethod("validate", String.class).invoke(validator, file.toString());
        });
        Map<String, Object> verdict = new LinkedHashMap<>();
        int last = report.lastIndexOf("<summary status=\"");
        verdict.put("summary", last < 0 ? "none" : report.substring(last + 17, report.indexOf('"', last + 17)));
        List<String> errors = new ArrayList<>();
        Matcher matcher = FINDING.matcher(report);
        while (matcher.find()) errors.add(matcher.group(2).replaceAll("\\s+", " ").trim());
        verdict.put("errors", errors);
        return verdict;
    }

    /** The invoice XML a PDF carries, or null. */
    byte[] embeddedXml(byte[] pdf) throws Exception {
        return inside(() -> {
            Object importer = loader.loadClass("org.mustangproject.ZUGFeRD.ZUGFeRDInvoiceImporter").getConstructor().newInstance();
            importer.getClass().getMethod("doIgnoreCalculationErrors").invoke(importer);
            try {
                importer.getClass().getMethod("setInputStream", InputStream.class).invoke(importer, new ByteArrayInputStream(pdf));
            } catch (InvocationTargetException e) {
                // it parses what it has extracted, and complains of it: the XML is there all the same
            }
            Field raw = importer.getClass().getDeclaredField("rawXML");
            raw.setAccessible(true);
            return (byte[]) raw.get(importer);
        });
    }

    private interface Work<T> {
        T run() throws Exception;
    }

    /** One at a time: its makers promise nothing else. */
    private synchronized <T> T inside(Work<T> work) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return work.run();
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
